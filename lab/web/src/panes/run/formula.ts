// Formulas that fill buffers: arithmetic over `i`, without the rest of JavaScript.
//
//     expression = term { ("+" | "-") term }        term = factor { ("*" | "/" | "%") factor }
//     factor = [ "-" ] power                        power = atom [ "^" factor ]
//     atom = number | "i" | "n" | "pi" | function "(" expression { "," expression } ")" | "(" expression ")"

const FUNCTIONS: Record<string, (...values: number[]) => number> = {
  sin: Math.sin, cos: Math.cos, tan: Math.tan, sqrt: Math.sqrt, abs: Math.abs, floor: Math.floor, ceil: Math.ceil, exp: Math.exp, log: Math.log,
  min: Math.min, max: Math.max, pow: Math.pow, fract: (value) => value - Math.floor(value),
  // A number from 0 to 1 that seems to be by chance, the same each time.
  random: (seed) => {
    let bits = Math.imul((seed | 0) ^ 0x9e3779b9, 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  },
};

type Node = (i: number, n: number) => number;

/// The deepest nesting of parentheses.
const DEEPEST = 64;

/// A formula as a function of the number of the element and of how many there are; an error says what is wrong with it.
export function formula(text: string): Node {
  const tokens = text.match(/\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|[A-Za-z]+|[-+*/%^(),]|\S/g) ?? [];
  let at = 0;
  let depth = 0;
  const take = (token: string) => (tokens[at] === token ? (at++, true) : false);
  const want = (token: string) => {
    if (!take(token)) throw new Error(`\`${token}\` is missing${tokens[at] ? ` before \`${tokens[at]}\`` : ""}`);
  };
  const chain = (next: () => Node, operators: Record<string, (a: number, b: number) => number>): Node => {
    let left = next();
    for (;;) {
      const operator = operators[tokens[at] ?? ""];
      if (!operator) return left;
      at++;
      const [a, b] = [left, next()];
      left = (i, n) => operator(a(i, n), b(i, n));
    }
  };
  const expression = (): Node => {
    if (++depth > DEEPEST) throw new Error("it is nested too deeply");
    const node = chain(term, { "+": (a, b) => a + b, "-": (a, b) => a - b });
    depth--;
    return node;
  };
  const term = (): Node => chain(factor, { "*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a - b * Math.floor(a / b) });
  const factor = (): Node => {
    let signs = 0;
    while (take("-")) signs++;
    const value = power();
    return signs % 2 ? (i, n) => -value(i, n) : value;
  };
  const power = (): Node => {
    const base = atom();
    if (!take("^")) return base;
    if (++depth > DEEPEST) throw new Error("it is nested too deeply");
    const exponent = factor();
    depth--;
    return (i, n) => base(i, n) ** exponent(i, n);
  };
  const atom = (): Node => {
    const token = tokens[at++];
    if (token === undefined) throw new Error("it ends too early");
    if (token === "(") {
      const inner = expression();
      want(")");
      return inner;
    }
    if (/^[\d.]/.test(token)) return () => Number(token);
    if (token === "i") return (i) => i;
    if (token === "n") return (_, n) => n;
    if (token === "pi") return () => Math.PI;
    const call = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined;
    if (!call) throw new Error(`there is no \`${token}\`; there are i, n, pi, ${Object.keys(FUNCTIONS).join(", ")}`);
    want("(");
    const values = [expression()];
    while (take(",")) values.push(expression());
    want(")");
    return (i, n) => call(...values.map((value) => value(i, n)));
  };
  const whole = expression();
  if (at < tokens.length) throw new Error(`\`${tokens[at]}\` is not expected`);
  return whole;
}
