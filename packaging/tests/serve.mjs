// Serves the folder that it is started in, on a port of this machine that it prints; then it prints what pages say: /said?text=…
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  if (pathname === "/said") {
    console.log(searchParams.get("text"));
    return response.writeHead(204).end();
  }
  const path = join(process.cwd(), normalize(pathname));
  if (!existsSync(path)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" });
  createReadStream(path).pipe(response);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
