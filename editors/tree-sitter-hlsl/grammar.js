// A grammar of HLSL for tree-sitter: for highlighting, folding and selection in editors, not for compiling.
//
// Text in an editor is not preprocessed, so the grammar reads what stands there: directives are extras that may come anywhere,
// a macro may stand before or in place of a statement, and a type is any name. Where C needs a table of types, GLR keeps
// both readings until one fails.

const PREC = {
  comma: 1, assign: 2, ternary: 3, or: 4, and: 5, bitor: 6, xor: 7, bitand: 8, equal: 9, compare: 10, shift: 11,
  add: 12, multiply: 13, cast: 14, unary: 15, postfix: 16,
};

const commaSep1 = rule => seq(rule, repeat(seq(',', rule)));
const commaSep = rule => optional(commaSep1(rule));

module.exports = grammar({
  name: 'hlsl',

  extras: $ => [/[\s\u00a0\ufeff]|\\\r?\n/, $.comment, $.preproc],

  word: $ => $.identifier,

  conflicts: $ => [
    [$._expression, $.macro_statement],
    [$._expression, $._template_argument],
    [$._template_call, $.member_expression],
    [$.modifier, $.macro_statement],
    [$.modifier, $.scoped_name, $.macro_statement, $._expression],
    [$.scoped_name, $._expression, $._template_call],
    [$.scoped_name, $.macro_statement, $._expression],
    [$.modifier, $.scoped_name, $.macro_statement],
    [$.scoped_name, $._expression],
    [$.modifier, $.scoped_name],
    [$.buffer_block],
    [$.modifier, $.scoped_name, $._expression],
    [$.function_definition],
    [$.effect_block],
    [$.state, $._expression],
    [$.annotations, $._expression],
  ],

  rules: {
    source_file: $ => repeat($._item),

    preproc: _ => token(prec(2, /#([^\n\\]|\\[^\n\r]|\\\r?\n)*/)),

    comment: _ => token(choice(seq('//', /([^\n\\]|\\[^\n\r]|\\\r?\n)*/), seq('/*', /[^*]*\*+([^/*][^*]*\*+)*/, '/'))),

    _item: $ => choice($._statement, $.namespace, $.buffer_block, $.effect_block, $.access_label),

    // Types and declarations.
    modifier: $ => choice(
      'static', 'const', 'uniform', 'extern', 'volatile', 'precise', 'groupshared', 'shared', 'row_major', 'column_major',
      'unorm', 'snorm', 'nointerpolation', 'linear', 'centroid', 'noperspective', 'globallycoherent', 'reordercoherent',
      'in', 'out', 'inout', 'export', 'inline', 'typename', 'unsigned', 'constexpr', 'register_static',
      prec.dynamic(-2, $.identifier),
    ),

    primitive_type: _ => token(choice(
      'void', 'auto',
      /(bool|int|uint|dword|half|float|double|min16float|min10float|min16int|min12int|min16uint|int16_t|uint16_t|int32_t|uint32_t|int64_t|uint64_t|float16_t|float32_t|float64_t)([1-4](x[1-4])?)?/,
    )),

    named_type: $ => prec.right(seq($.scoped_name, optional($.template_arguments), repeat(seq('::', $.identifier, optional($.template_arguments))))),
    scoped_name: $ => prec.left(seq(optional('::'), $.identifier)),

    _type: $ => choice($.primitive_type, $.named_type, $.struct_specifier, $.enum_specifier, $.elaborated_type),
    elaborated_type: $ => prec(-1, seq(choice('struct', 'class', 'interface', 'enum'), $.identifier)),

    template_arguments: $ => prec.dynamic(1, seq('<', commaSep($._template_argument), choice('>', token(prec(-1, '>>'))))),
    _template_argument: $ => choice(seq(repeat(choice('const', 'unorm', 'snorm', 'unsigned', 'row_major', 'column_major', 'precise')), $._type, optional('...'), repeat($.array_size)), $.number, prec(PREC.compare + 1, $.binary_expression), $.boolean, $.parenthesized_expression),

    template_header: $ => seq('template', '<', commaSep($.template_parameter), '>'),
    template_parameter: $ => seq(choice('typename', 'class', $.template_header, $._type), optional('...'), optional($.identifier), optional(seq('=', $._template_argument))),

    declaration: $ => seq(optional($.template_header), repeat($.modifier), $._type, optional(commaSep1($.declarator)), ';'),

    declarator: $ => seq(
      optional(choice('*', '&')),
      field('name', $.qualified_name),
      repeat($.array_size),
      repeat($.semantic),
      optional($.annotations),
      optional(choice(seq('=', choice($._expression, $.initializer_list, $.state_block)), $.initializer_block)),
    ),
    qualified_name: $ => prec.right(seq($.identifier, repeat(seq('::', choice($.identifier, $.operator_name))))),
    array_size: $ => seq('[', optional($._expression), ']'),
    initializer_block: $ => seq('{', repeat($.state), '}'),
    state_block: $ => seq('sampler_state', '{', repeat($.state), '}'),
    state: $ => seq($.identifier, optional($.array_size), '=', choice($._expression, $.texture_reference, $.initializer_list, $.compile), ';'),
    compile: $ => seq('compile', $.identifier, $._expression),
    texture_reference: $ => seq('<', $.identifier, '>'),
    annotations: $ => seq('<', repeat(seq(optional($._type), $.identifier, '=', choice($._expression, $.initializer_list), ';')), '>'),

    semantic: $ => seq(':', choice(
      seq(choice('register', 'packoffset', 'read', 'write'), '(', commaSep(seq($._expression)), ')'),
      prec(1, $.identifier),
      prec(-1, $.number),
    )),

    typedef: $ => seq('typedef', repeat($.modifier), $._type, commaSep1(seq($.identifier, repeat($.array_size))), ';'),
    using: $ => seq(optional($.template_header), 'using', optional('namespace'), $._type, optional(seq('=', $._type)), ';'),

    struct_specifier: $ => seq(
      choice('struct', 'class', 'interface'), optional($.attribute), optional(seq(field('name', $.identifier), optional($.template_arguments))),
      optional(seq(':', commaSep1(seq(repeat(choice('public', 'private', 'protected')), $.named_type)))),
      $.field_list,
    ),
    field_list: $ => seq('{', repeat($._item), '}'),
    access_label: $ => seq(choice('public', 'private', 'protected'), ':'),

    enum_specifier: $ => seq('enum', optional(choice('class', 'struct')), optional(field('name', $.identifier)), optional(seq(':', $._type)),
      '{', commaSep($.enumerator), optional(','), '}'),
    enumerator: $ => seq($.identifier, optional(seq('=', $._expression))),

    buffer_block: $ => seq(choice('cbuffer', 'tbuffer'), optional(field('name', $.identifier)), repeat($.semantic), $.field_list, optional(';')),
    namespace: $ => seq('namespace', optional(field('name', $.qualified_name)), '{', repeat($._item), '}'),

    effect_block: $ => seq(choice('technique', 'technique10', 'technique11', 'pass', 'fxgroup', 'Technique', 'Pass'), optional($.identifier), optional($.annotations),
      '{', repeat(choice($.effect_block, $.state, $.expression_statement)), '}', optional(';')),

    function_header: $ => seq(
      optional($.template_header), repeat($.modifier), $._type, optional(choice('&', '*')),
      field('name', choice($.qualified_name, $.operator_name)), optional($.template_arguments), $.parameter_list, optional('const'), repeat($.array_size), repeat($.semantic),
    ),
    operator_name: $ => seq('operator', choice('+', '-', '*', '/', '%', '==', '!=', '<', '>', '<=', '>=', '=', '+=', '-=', '*=', '/=', '%=', '&', '|', '^', '&=', '|=', '^=', '<<', '>>', '<<=', '>>=',
      '&&', '||', '!', '~', '++', '--', ',', seq('(', ')'), seq('[', ']'), $.primitive_type)),
    function_definition: $ => seq($.function_header, field('body', $.block), optional(';')),
    function_declaration: $ => seq($.function_header, ';'),
    parameter_list: $ => seq('(', commaSep($.parameter), ')'),
    parameter: $ => choice(
      seq(repeat($.attribute), repeat($.modifier), $._type, optional(choice('&', '*', '...')), optional($.identifier), repeat($.array_size), repeat($.semantic),
        optional(seq('=', choice($._expression, $.initializer_list)))),
      prec.dynamic(-3, seq($.identifier, $.argument_list)),
    ),

    // `[numthreads(8, 8, 1)]`, `[[vk::binding(0)]]`.
    attribute: $ => choice(
      seq('[', $._attribute_content, ']'),
      seq('[', '[', commaSep1($._attribute_content), ']', ']'),
    ),
    _attribute_content: $ => seq($.identifier, optional(seq('::', $.identifier)), optional($.argument_list)),

    // Statements.
    _statement: $ => choice(
      $.block, $.declaration, $.function_definition, $.function_declaration, $.typedef, $.using, $.expression_statement,
      $.if_statement, $.for_statement, $.while_statement, $.do_statement, $.switch_statement, $.case_label, $.return_statement,
      $.jump_statement, $.attribute, $.macro_statement, ';',
    ),
    block: $ => seq('{', repeat($._item), '}'),
    macro_statement: $ => prec.dynamic(-4, seq($.identifier, optional($.argument_list))),
    expression_statement: $ => seq(choice($._expression, $.comma_expression), ';'),
    if_statement: $ => prec.right(seq('if', $._condition, $._statement, optional(seq('else', $._statement)))),
    for_statement: $ => seq('for', '(',
      choice($.declaration, seq(optional(choice($._expression, $.comma_expression)), ';')),
      optional(choice($._expression, $.comma_expression)), ';', optional(choice($._expression, $.comma_expression)), ')', $._statement),
    while_statement: $ => seq('while', $._condition, $._statement),
    do_statement: $ => seq('do', $._statement, 'while', $._condition, ';'),
    switch_statement: $ => seq('switch', $._condition, $.block),
    case_label: $ => choice(seq('case', $._expression, ':'), seq('default', ':')),
    return_statement: $ => seq('return', optional(choice($._expression, $.comma_expression, $.initializer_list)), ';'),
    jump_statement: $ => seq(choice('break', 'continue', 'discard'), ';'),
    _condition: $ => seq('(', choice($._expression, $.comma_expression, seq($._type, $.identifier, '=', $._expression)), ')'),

    // Expressions.
    _expression: $ => choice(
      $.identifier, $.scoped_identifier, $.number, $.swizzled_number, $.string, $.concatenated_string, $.character, $.boolean, $.unary_expression, $.update_expression, $.binary_expression,
      $.assignment_expression, $.conditional_expression, $.call_expression, $.index_expression, $.member_expression,
      $.cast_expression, $.parenthesized_expression, $.constructor,
    ),
    scoped_identifier: $ => prec.dynamic(1, prec.left(PREC.postfix, seq(choice(seq('::', $.identifier), seq($.named_type, '::', $.identifier))))),
    constructor: $ => prec(PREC.postfix, seq($.primitive_type, $.argument_list)),
    parenthesized_expression: $ => seq('(', choice($._expression, $.comma_expression), ')'),
    comma_expression: $ => prec.left(PREC.comma, seq(choice($._expression, $.comma_expression), ',', $._expression)),
    argument_list: $ => seq('(', commaSep(choice($._expression, $.initializer_list, prec.dynamic(-1, $._type))), optional(','), ')'),
    initializer_list: $ => seq('{', commaSep(choice($._expression, $.initializer_list)), optional(','), '}'),
    call_expression: $ => prec(PREC.postfix, seq(field('function', choice($._expression, prec.dynamic(1, $._template_call))), $.argument_list)),
    _template_call: $ => choice(seq($.identifier, $.template_arguments), prec(PREC.postfix, seq($._expression, choice('.', '->'), $.identifier, $.template_arguments))),
    index_expression: $ => prec(PREC.postfix, seq($._expression, '[', $._expression, ']')),
    member_expression: $ => prec(PREC.postfix, seq($._expression, choice('.', '->', '::'), field('member', $.identifier))),
    cast_expression: $ => prec.dynamic(-1, prec(PREC.cast, seq('(', repeat(choice('const', 'unsigned', 'row_major', 'column_major', 'unorm', 'snorm', 'precise')), $._type, repeat($.array_size), ')', $._expression))),
    unary_expression: $ => prec(PREC.unary, seq(choice('-', '+', '!', '~', '*', '&'), $._expression)),
    update_expression: $ => choice(
      prec(PREC.unary, seq(choice('++', '--'), $._expression)),
      prec(PREC.postfix, seq($._expression, choice('++', '--'))),
    ),
    binary_expression: $ => {
      const rows = [['||', PREC.or], ['&&', PREC.and], ['|', PREC.bitor], ['^', PREC.xor], ['&', PREC.bitand], ['==', PREC.equal], ['!=', PREC.equal],
        ['<', PREC.compare], ['>', PREC.compare], ['<=', PREC.compare], ['>=', PREC.compare], ['<<', PREC.shift], ['>>', PREC.shift],
        ['+', PREC.add], ['-', PREC.add], ['*', PREC.multiply], ['/', PREC.multiply], ['%', PREC.multiply]];
      return choice(...rows.map(([operator, level]) => prec.left(level, seq($._expression, operator, $._expression))));
    },
    assignment_expression: $ => prec.right(PREC.assign, seq($._expression,
      choice('=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '|=', '^='), choice($._expression, $.initializer_list))),
    conditional_expression: $ => prec.right(PREC.ternary, seq($._expression, '?', $._expression, ':', $._expression)),

    boolean: _ => choice('true', 'false'),
    number: _ => token(choice(/0[xX][0-9a-fA-F]+[uUlL]*/, /([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[uUlLfFhH]*/, /1\.#INF/)),
    // `0.xxx`: the dot belongs to the number here.
    swizzled_number: $ => prec(PREC.postfix, seq($.number, field('member', $.identifier))),
    concatenated_string: $ => prec.left(seq($.string, repeat1(choice($.string, $.identifier)))),
    string: _ => token(seq(optional('L'), '"', /([^"\\\n]|\\.|\\\r?\n)*/, '"')),
    character: _ => token(seq('\'', /([^'\\\n]|\\.)*/, '\'')),
    identifier: _ => /[\p{L}_$][\p{L}\p{N}_$]*/u,
  },
});
