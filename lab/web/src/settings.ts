// What a permalink holds: a source and how it is compiled.

export interface Settings {
  readonly source: string;
  readonly profile: string;
  readonly entry: string;
  readonly options: string;
}

export const PROFILES = ["ps", "cs", "vs", "gs", "hs", "ds", "ms", "as", "lib"] as const;
export const MODELS = ["6_0", "6_1", "6_2", "6_3", "6_4", "6_5", "6_6", "6_7", "6_8", "6_9"] as const;

/// The words of a text, in which quotes keep blanks.
export function words(text: string): string[] {
  return [...text.matchAll(/(?:"[^"]*"?|'[^']*'?|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ""));
}

/// The words of the command line without the name of the source.
export function argsOf({ profile, entry, options }: Settings): string[] {
  return ["-T", profile, ...(profile.startsWith("lib") ? [] : ["-E", entry]), ...words(options)];
}

/// The command that does the same.
export function commandOf(settings: Settings): string {
  const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
  return ["hlslc", "shader.hlsl", ...argsOf(settings)].map(quoted).join(" ");
}

const bytesOf = async (stream: ReadableStream): Promise<Uint8Array> => new Uint8Array(await new Response(stream).arrayBuffer());

/// Settings as a fragment: JSON, compressed, in base 64 for addresses.
export async function fragmentOf(settings: Settings): Promise<string> {
  const packed = await bytesOf(new Blob([JSON.stringify(settings)]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#1:${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/// The largest source that a link may bring: more is no shader.
const MOST_LETTERS = 1 << 20;

/// The settings of a fragment; an error if it is none of ours.
export async function settingsOf(fragment: string): Promise<Settings> {
  const found = /^#1:([\w-]+)$/.exec(fragment);
  if (!found) throw new Error("it has another form");
  const packed = Uint8Array.from(atob(found[1]!.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as Uint8Array<ArrayBuffer>);
    size += value.length;
    if (size > 4 * MOST_LETTERS) throw new Error("it is too long");
  }
  const said: unknown = JSON.parse(await new Blob(parts).text());
  const { source, profile, entry, options } = (said ?? {}) as Record<string, unknown>;
  if (typeof source !== "string" || typeof profile !== "string" || typeof entry !== "string" || typeof options !== "string"
    || source.length > MOST_LETTERS) throw new Error("something is missing in it");
  const [stage, model] = [profile.slice(0, profile.indexOf("_")), profile.slice(profile.indexOf("_") + 1)];
  if (!(PROFILES as readonly string[]).includes(stage) || !(MODELS as readonly string[]).includes(model)) throw new Error("its profile is unknown");
  return { source, profile, entry, options };
}
