; Captures are those of the editors' documentation: the last one that matches a node counts.
(comment) @comment
(preproc) @keyword.directive
(string) @string
(character) @character
(number) @number
(boolean) @constant.builtin.boolean

(primitive_type) @type.builtin
(named_type (scoped_name (identifier) @type))
(struct_specifier name: (identifier) @type)
(enum_specifier name: (identifier) @type)
(modifier) @keyword.modifier
(enumerator (identifier) @constant)
((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9]*_[A-Z0-9_]+$"))

(function_header name: (qualified_name (identifier) @function))
(call_expression function: (identifier) @function.call)
(call_expression function: (member_expression member: (identifier) @function.method.call))
(member_expression member: (identifier) @variable.member)
(parameter (identifier) @variable.parameter)
(semantic (identifier) @attribute)
(attribute (identifier) @attribute)
(buffer_block name: (identifier) @namespace)
(namespace name: (qualified_name (identifier) @namespace))

[ "if" "else" "for" "while" "do" "switch" "case" "default" ] @keyword.conditional
[ "break" "continue" "discard" "return" ] @keyword.return
[ "struct" "class" "interface" "enum" "cbuffer" "tbuffer" "namespace" "typedef" "using" "template" ] @keyword.type
[ "register" "packoffset" ] @keyword
[ ";" "," "." "::" ] @punctuation.delimiter
[ "(" ")" "[" "]" "{" "}" ] @punctuation.bracket
[ "=" "+" "-" "*" "/" "%" "&&" "||" "!" "~" "&" "|" "^" "<<" ">>" "<" ">" "<=" ">=" "==" "!=" "?" ":" "++" "--" "+=" "-=" "*=" "/=" ] @operator
