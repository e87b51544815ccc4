// Asks the module questions, in a worker that can be stopped.

export interface Answer<T> { readonly json: T; readonly blobs: readonly Uint8Array[] }

interface Waiting { resolve(answer: Answer<never>): void; reject(why: Error): void }

declare const WORKER_SOURCE: string;

/// The work was stopped before its end.
export class Stopped extends Error {}

/// What stands as text in a script: compressed, in base 64.
export async function unpacked(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// A worker with the compiler in it. Requests are answered in their order; stopping ends all that wait.
export class Engine {
  private worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private since = 0;
  private readonly url = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));

  private constructor(private readonly module: WebAssembly.Module) {
    this.worker = this.start();
  }

  static async load(text: string): Promise<Engine> {
    return new Engine(await WebAssembly.compile(await unpacked(text)));
  }

  /// Another worker with the same module.
  another(): Engine {
    return new Engine(this.module);
  }

  private start(): Worker {
    const worker = new Worker(this.url);
    worker.onmessage = ({ data }: MessageEvent<{ id: number; json?: never; blobs?: Uint8Array[]; fault?: string }>) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.fault !== undefined) waiting?.reject(new Error(data.fault));
      else waiting?.resolve({ json: data.json as never, blobs: data.blobs ?? [] });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop(new Error(`internal error: ${event.message}`));
    };
    worker.postMessage(this.module);
    return worker;
  }

  /// Whether something is being worked on.
  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /// Milliseconds for which something has been worked on.
  get busyFor(): number {
    return this.isBusy ? performance.now() - this.since : 0;
  }

  /// The answer to a request; an error says why there is none.
  ask<T>(method: string, args: unknown, blobs: readonly Uint8Array[] = []): Promise<Answer<T>> {
    const id = this.next++;
    if (!this.isBusy) this.since = performance.now();
    return new Promise<Answer<T>>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      this.worker.postMessage({ id, method, args, blobs });
    });
  }

  /// Ends what is being done, whatever it is, and begins anew.
  stop(why: Error = new Stopped("stopped")): void {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.worker = this.start();
    for (const one of waiting) one.reject(why);
  }
}
