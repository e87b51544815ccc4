// Draws a pixel shader live with WebGL 2.
import { type Content } from "./contents";
import { laidOut, type Layout, layoutOf, SAID } from "./layout";
import { type Element } from "./model";
import { isAt, type Place, type Translation } from "./translation";

/// The vertex shader of a triangle around the quad, which gives each input of the pixel shader its values.
function vertexShader(fragment: string, inputs: readonly Element[], corners: readonly (readonly [number, number, number])[]): string {
  const outs: string[] = [];
  const sets: string[] = [];
  // Inputs have locations in their order, one for each row; the scalars of all elements are numbered alike.
  const rows: number[][] = [];
  let scalar = 0;
  for (const { rows: count, columns, is_of_system } of inputs) {
    for (let row = 0; row < count; row++) {
      if (!is_of_system) rows.push(Array.from({ length: columns }, (_, column) => scalar + column));
      scalar += columns;
    }
  }
  const float = (value: number) => (Number.isInteger(value) ? value.toFixed(1) : String(Math.fround(value)));
  for (const [, mode = "", type, name, location] of fragment.matchAll(/^(?:layout\([^)]*\) )?(smooth |flat |centroid )?in (?:highp )?(\w+) (_vs2fs_location(\d+));/gm)) {
    outs.push(`${mode}out ${type} ${name};`);
    const values = (rows[Number(location)] ?? []).map((at) => {
      const [first, right, below] = corners[at] ?? [0, 0, 0];
      const value = mode === "flat " ? float(first) : `(${float(first)} + ${float(right - first)} * at.x + ${float(below - first)} * at.y)`;
      return /^(float|vec)/.test(type!) ? value : `${/^u/.test(type!) ? "uint" : "int"}(${value})`;
    });
    sets.push(`  ${name} = ${type}(${values.join(", ") || "0"});`);
  }
  return `#version 300 es
${outs.join("\n")}
void main() {
  vec2 at = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
${sets.join("\n")}
}
`;
}

/// A shader that is ready to be drawn on a canvas.
export class Drawer {
  private readonly gl: WebGL2RenderingContext;
  private readonly program: WebGLProgram;
  private readonly blocks: { content: Content; buffer: WebGLBuffer; bytes: Uint8Array<ArrayBuffer>; layout: Layout }[] = [];
  private readonly frame: WebGLFramebuffer;
  private readonly targets: WebGLTexture[] = [];

  constructor(readonly canvas: HTMLCanvasElement, translation: Translation, inputs: readonly Element[], corners: readonly (readonly [number, number, number])[], contents: readonly Content[], targets: number) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl;
    const { glsl: { text: fragment, why, uniforms, textures }, reflection } = translation;
    if (!fragment) throw new Error(why);
    this.program = this.link(vertexShader(fragment, inputs, corners), fragment);
    gl.useProgram(this.program);
    for (const { name, binding } of uniforms ?? []) this.addBlock(name, binding, contents, reflection);
    let unit = 0;
    for (const { name, texture, sampler } of textures ?? []) this.addTexture(unit++, name, contents.find((one) => isAt(texture, "t", one)), contents.find((one) => isAt(sampler, "s", one)));
    this.frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    for (let at = 0; at < Math.max(1, targets); at++) {
      const target = gl.createTexture();
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, target);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, canvas.width, canvas.height);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + at, gl.TEXTURE_2D, target, 0);
      this.targets.push(target);
    }
    gl.drawBuffers(this.targets.map((_, at) => gl.COLOR_ATTACHMENT0 + at));
    gl.viewport(0, 0, canvas.width, canvas.height);
  }

  private link(vertex: string, fragment: string): WebGLProgram {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(`the driver does not accept the ${kind === gl.VERTEX_SHADER ? "vertex" : "pixel"} shader: ${gl.getShaderInfoLog(shader)}`);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`the driver does not link the shaders: ${gl.getProgramInfoLog(program)}`);
    return program;
  }

  /// Constants: each number goes from where the container has it to where the rules of GLSL put it.
  private addBlock(name: string, place: Place | null, contents: readonly Content[], reflection: Translation["reflection"]): void {
    const { gl, program } = this;
    const index = gl.getUniformBlockIndex(program, name);
    const content = contents.find((one) => isAt(place, "b", one));
    if (index === gl.INVALID_INDEX || !content || !place) return;
    const slot = this.blocks.length;
    const size = gl.getActiveUniformBlockParameter(program, index, gl.UNIFORM_BLOCK_DATA_SIZE) as number;
    const buffer = gl.createBuffer();
    gl.uniformBlockBinding(program, index, slot);
    gl.bindBufferBase(gl.UNIFORM_BUFFER, slot, buffer);
    this.blocks.push({ content, buffer, bytes: new Uint8Array(size), layout: layoutOf(content, reflection, place, SAID) });
  }

  private addTexture(unit: number, name: string, content: Content | undefined, sampler: Content | undefined): void {
    const { gl } = this;
    if (!content) return;
    if (content.resource.directions !== 2 || content.resource.has_layers || content.resource.is_cube || !content.isPicture) throw new Error(`WebGL 2 shows no ${content.resource.kind} here`);
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, content.size[0], content.size[1], 0, gl.RGBA, gl.UNSIGNED_BYTE, content.bytes);
    const filter = (sampler?.linear ?? false) ? gl.LINEAR : gl.NEAREST;
    const address = { wrap: gl.REPEAT, mirror: gl.MIRRORED_REPEAT }[sampler?.address ?? ""] ?? gl.CLAMP_TO_EDGE;
    for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, filter], [gl.TEXTURE_MAG_FILTER, filter], [gl.TEXTURE_WRAP_S, address], [gl.TEXTURE_WRAP_T, address]] as const) gl.texParameteri(gl.TEXTURE_2D, key, value);
    gl.uniform1i(gl.getUniformLocation(this.program, name), unit);
  }

  /// Draws with the constants as they are now, and shows a render target.
  draw(target: number): void {
    const { gl, canvas } = this;
    for (const { content, buffer, bytes, layout } of this.blocks) {
      bytes.set(laidOut(layout, content.bytes).subarray(0, bytes.length));
      gl.bindBuffer(gl.UNIFORM_BUFFER, buffer);
      gl.bufferData(gl.UNIFORM_BUFFER, bytes, gl.DYNAMIC_DRAW);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.readBuffer(gl.COLOR_ATTACHMENT0 + Math.min(target, this.targets.length - 1));
    // The first row of the picture is the top one of the canvas.
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, canvas.width, canvas.height, 0, canvas.height, canvas.width, 0, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.frame);
  }

  /// The picture that was drawn last, row by row from the top.
  pixels(): Uint8Array {
    const { gl, canvas } = this;
    const pixels = new Uint8Array(4 * canvas.width * canvas.height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  }

  dispose(): void {
    this.gl.deleteProgram(this.program);
    for (const { buffer } of this.blocks) this.gl.deleteBuffer(buffer);
    for (const target of this.targets) this.gl.deleteTexture(target);
    this.gl.deleteFramebuffer(this.frame);
  }
}
