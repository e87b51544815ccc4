// The example shaders: files of `examples/`, whose first line says what they show and how they are compiled.
import { type Settings } from "./settings";

declare const EXAMPLES: readonly (readonly [name: string, text: string])[];

export interface Example { readonly name: string; readonly title: string; readonly settings: Settings }

/// `// TITLE | -T ps_6_0 -E main …`
function read([name, text]: readonly [string, string]): Example {
  const found = /^\/\/ ([^|]+?) \| -T (\w+)(?: -E (\w+))?(.*)\n/.exec(text);
  if (!found) throw new Error(`${name}: its first line does not say how it is compiled`);
  const [whole, title, profile, entry, options] = found;
  return { name, title: title!, settings: { source: text.slice(whole.length).trimStart(), profile: profile!, entry: entry ?? "main", options: options!.trim() } };
}

export const examples: readonly Example[] = EXAMPLES.map(read);
