// A client of the modern era uses the fixture: node mcp_modern.mjs URL|PROGRAM
// Ends with 0 when everything that it asked for came true.
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { progressOn, textOf } from "./mcp_messages.mjs";

const [server] = process.argv.slice(2);
const transport = server.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(server))
  : new StdioClientTransport({ command: server });
const client = new Client(
  { name: "judge", version: "1.0.0" },
  { capabilities: { elicitation: {}, sampling: {}, roots: {} }, versionNegotiation: { mode: "auto" } },
);
client.setRequestHandler("elicitation/create", async (asked) => {
  assert.equal(asked.params.message, "What is your name?");
  return { action: "accept", content: { name: "Ada" } };
});

try {
  await client.connect(transport);
  assert.equal(client.getProtocolEra(), "modern");
  assert.equal(client.getServerVersion().name, "thimble-fixture");

  const { tools } = await client.listTools();
  assert.ok(tools.some((each) => each.name === "test_structured_content"));
  const sum = await client.callTool({ name: "test_structured_content", arguments: { a: 1, b: 2 } });
  assert.deepEqual(sum.structuredContent, { sum: 3 });
  const wrong = await client.callTool({ name: "test_structured_content", arguments: { a: 1 } }).catch((e) => e);
  assert.ok(wrong.isError ?? wrong instanceof Error);

  const steps = progressOn(transport);
  await client.callTool({ name: "test_tool_with_progress" }, { onprogress: () => {} }); // asks for it
  assert.deepEqual(steps, [0, 50, 100]);

  const asked = await client.callTool({ name: "test_input_required_result_elicitation" });
  assert.equal(textOf(asked), "Hello, Ada!");

  const { contents } = await client.readResource({ uri: "test://template/7/data" });
  assert.equal(JSON.parse(contents[0].text).id, "7");
  await assert.rejects(client.readResource({ uri: "test://nothing" }));
  const prompt = await client.getPrompt({ name: "test_prompt_with_arguments", arguments: { arg1: "x", arg2: "y" } });
  assert.match(prompt.messages[0].content.text, /arg1='x', arg2='y'/);
  const completed = await client.complete({
    ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
    argument: { name: "arg1", value: "par" },
  });
  assert.deepEqual(completed.completion.values, ["paris", "park", "party"]);

  const changed = new Promise((resolve) => client.setNotificationHandler("notifications/tools/list_changed", resolve));
  const subscription = await client.listen({ toolsListChanged: true });
  await client.callTool({ name: "test_trigger_tool_change" });
  await changed;
  await subscription.close();

  const aborted = new AbortController();
  const late = client.callTool({ name: "test_tool_with_progress" }, { signal: aborted.signal, onprogress: () => aborted.abort() });
  await assert.rejects(late);
} catch (problem) {
  console.error(problem);
  process.exitCode = 1;
} finally {
  await client.close();
}
