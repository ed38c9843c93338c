// A way to a server that wants a key, for a program that has none: node mcp_with_key.mjs URL KEY.
// Prints its own address, passes every request on with the key, and changes nothing else.
import http from "node:http";

const [server, key] = process.argv.slice(2);
const { hostname, port } = new URL(server);

const way = http.createServer((asked, answer) => {
  const headers = { ...asked.headers, authorization: `Bearer ${key}` };
  const onward = http.request({ hostname, port, path: asked.url, method: asked.method, headers },
    (given) => {
      answer.writeHead(given.statusCode, given.headers);
      given.pipe(answer);
    });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
});
way.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${way.address().port}${new URL(server).pathname}`));
