// A W3C WebDriver client drives the phone's WebDriverAgent: node webdriver.mjs URL
// Ends with 0 when everything that it asked for came true.
import assert from "node:assert/strict";
import { WebDriver, Capabilities } from "selenium-webdriver";
import { Executor, HttpClient } from "selenium-webdriver/http/index.js";
import { Pointer, Origin } from "selenium-webdriver/lib/input.js";

const [url] = process.argv.slice(2);
const driver = WebDriver.createSession(new Executor(new HttpClient(url)), new Capabilities());

const isPng = (base64) =>
  Buffer.from(base64, "base64").subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n";

async function touch(from, to) {
  const finger = new Pointer("finger", Pointer.Type.TOUCH);
  const actions = driver.actions();
  actions.insert(
    finger,
    finger.move({ ...from, duration: 0, origin: Origin.VIEWPORT }),
    finger.press(),
    finger.move({ ...to, duration: 200, origin: Origin.VIEWPORT }),
    finger.release(),
  );
  await actions.perform();
}

try {
  assert.match((await driver.getSession()).getId(), /^[0-9A-Fa-f-]{36}$/);

  const before = await driver.takeScreenshot();
  assert.ok(isPng(before), "a screenshot is a PNG");

  const { width, height } = await driver.manage().window().getRect();
  assert.ok(width > 300 && height > 600, `a window of ${width} x ${height} points`);

  await touch(
    { x: Math.round(width * 0.3), y: Math.round(height * 0.5) },
    { x: Math.round(width * 0.7), y: Math.round(height * 0.6) },
  );
  assert.notEqual(await driver.takeScreenshot(), before, "the finger left a trail");

  assert.match(await driver.getPageSource(), /XCUIElementType/);
  await assert.rejects(driver.switchTo().alert(), { name: "NoSuchAlertError" });
} finally {
  await driver.quit();
}
