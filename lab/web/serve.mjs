// Serves `dist/` on this machine alone: npm run serve [-- PORT]
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const dist = process.env.DIST ?? join(import.meta.dirname, "dist");
const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8" };
const port = Number(process.argv[2] ?? 8080);

createServer((request, answer) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const path = join(dist, normalize(pathname === "/" ? "/index.html" : decodeURIComponent(pathname)));
  if (!path.startsWith(dist) || !existsSync(path) || !statSync(path).isFile()) {
    answer.writeHead(404).end();
    return;
  }
  answer.writeHead(200, { "content-type": kinds[extname(path)] ?? "application/octet-stream", "cache-control": "no-cache" });
  createReadStream(path).pipe(answer);
}).listen(port, "127.0.0.1", function () {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});
