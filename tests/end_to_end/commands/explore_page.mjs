// Clicks through the page of palio explore in Chromium: node explore_page.mjs PLAYWRIGHT AXE PALIO CAMPAIGN... ADDRESS
// prints a line for each fault, and nothing if there is none. PALIO answers the statements of the panels.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";

const [playwright, axe, palio, ...rest] = process.argv.slice(2);
const campaigns = rest.slice(0, -1), address = rest.at(-1);
const { chromium } = createRequire(import.meta.url)(playwright);

let failed = false;
function fault(...words) {
  failed = true;
  console.log(...words);
}
function same(found, expected, about) {
  if (found !== expected) fault(`${about}: ${found}, expected ${expected}`);
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

async function open(options, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.on("console", (message) => fault(`console: ${message.text()}`));
  page.on("pageerror", (error) => fault(`script: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(address).origin) && !/^(data|blob):/.test(request.url())) fault(`asks elsewhere: ${request.url()}`);
  });
  await page.goto(address);
  if (hash) await page.evaluate((to) => (location.hash = to), hash);
  await settled(page);
  return page;
}

// Until the page shows what its address asks.
async function settled(page) {
  await page.waitForFunction(() => document.documentElement.dataset.shown === (location.hash || "#") && !document.body.classList.contains("busy"));
}

async function press(page, locator) {
  await page.locator(locator).first().click();
  await settled(page);
}

const query = (sql) => JSON.parse(execFileSync(palio, ["query", ...campaigns, sql, "--format", "json"], { encoding: "utf8", maxBuffer: 1 << 28 }));
// Exit status 2: a claim deviates.
function verify() {
  try {
    return execFileSync(palio, ["verify", campaigns[0], "--format", "json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch ({ stdout }) {
    return stdout;
  }
}
const short = (number) => (number === null ? "\u2013" : String(Number(number.toPrecision(3))));

// The texts of what is shown are the numbers of the panels' own statements.
async function compare_with_statements(page, about) {
  const sql = (panel) => page.locator(`.${panel} .take button[data-sql]`).first().getAttribute("data-sql");
  const [answer] = query(await sql("answer-panel"));
  const text = await page.locator("#answer").textContent();
  if (!text.includes(`${short(answer.ratio)} [${short(answer.low)}, ${short(answer.high)}]`) && !text.includes("there is no interval") && !text.includes("No instance"))
    fault(`${about}: "${text}" does not tell ${JSON.stringify(answer)}`);
  const cells = query(await sql("cells-panel")).map((cell) => short(cell.ratio)).sort();
  const shown = await page.locator(".cells td").evaluateAll((all) => all.map((cell) => cell.firstChild.textContent).filter((value) => value !== "\u2013"));
  same(shown.sort().join(" "), cells.join(" "), `${about}: cells`);
  for (const strategy of query(await sql("strategies-panel"))) {
    const row = page.locator(".strategies-panel tbody tr", { has: page.getByRole("rowheader", { name: strategy.strategy, exact: true }) });
    same(await row.locator("td").first().textContent(), short(strategy.ratio), `${about}: ${strategy.strategy}`);
  }
}

const text_of = (page) => page.locator("main").innerText();

async function check_views() {
  const page = await open();
  await compare_with_statements(page, "first view");
  // A filter, another strategy, other axes, a metric: each is in the address, and Back takes it away again.
  const before = await text_of(page);
  await press(page, ".filters .level");
  await compare_with_statements(page, "a filter");
  const filtered = await text_of(page), hash = await page.evaluate(() => location.hash);
  if (filtered === before) fault("a filter changes nothing");
  if (!/f\./.test(hash)) fault(`the address has no filter: ${hash}`);
  await page.goBack();
  await settled(page);
  same(await text_of(page), before, "after Back");
  await page.goForward();
  await settled(page);
  same(await text_of(page), filtered, "after Forward");
  await page.reload();
  await settled(page);
  same(await text_of(page), filtered, "after a reload");
  await press(page, ".strategies-panel tbody button");
  await compare_with_statements(page, "another A");
  await page.locator(".axes select").first().selectOption({ index: 2 });
  await settled(page);
  await compare_with_statements(page, "other rows");
  await press(page, "#undo_filters");
  if (await page.locator("#undo_filters").isVisible()) fault("filters remain");
  await page.keyboard.press("s");
  await settled(page);
  await compare_with_statements(page, "swapped");
  // A brush.
  const plot = await page.locator("svg.plot").boundingBox();
  await page.mouse.move(plot.x + plot.width * 0.2, plot.y + plot.height * 0.1);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.9, plot.y + plot.height * 0.8, { steps: 3 });
  await page.mouse.up();
  await settled(page);
  if (!/selected by looking/.test(await text_of(page))) fault("a brush is not told of");
  const [sql] = await page.locator(".instances-panel .take button[data-sql]").evaluateAll((all) => all.map((button) => button.dataset.sql));
  const brushed = query(sql).length;
  if (!(await text_of(page)).includes(`${brushed.toLocaleString("en-US")} instances selected`)) fault(`the brush does not hold ${brushed} instances`);
  // What the address says that nobody knows is told.
  await page.evaluate(() => (location.hash += "&unheard=1"));
  await settled(page);
  if (!/unheard/.test(await page.locator("#banner").textContent())) fault("an unknown key is dropped");
  await page.close();
}

// From a cell to both schedules, by the keyboard alone, and along the instances.
async function check_drill() {
  const page = await open();
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("svg.gantt").length === 2);
  await settled(page);
  const instance = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)).get("i");
  for (const which of ["a", "b"]) {
    const strategy = await page.locator(`#${which}`).inputValue();
    const [{ makespan }] = query(`SELECT makespan FROM results WHERE instance = '${instance}' AND strategy = '${strategy.replaceAll("'", "''")}'`);
    if (!(await page.locator("section.drill").innerText()).includes(`${strategy}: ${short(makespan)} s`)) fault(`${strategy} takes ${makespan} s, which is not shown`);
  }
  if ((await page.locator("svg.gantt .bar.critical").count()) < 2) fault("no task is critical");
  const command = await page.locator(".drill code").first().textContent();
  if (!/equal/i.test(execFileSync(palio, command.split(" ").slice(1), { encoding: "utf8" }))) fault(`${command} does not agree`);
  await page.locator("svg.gantt .bar.task").first().hover();
  if ((await page.locator("svg.gantt .bar.linked").count()) < 2) fault("a task is not brought out in both schedules");
  await page.setViewportSize({ width: 420, height: 900 });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (beyond > 0) fault(`schedules are ${beyond} px wider than a window of 420`);
  await page.keyboard.press("]");
  await settled(page);
  const next = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)).get("i");
  if (next === instance && (await page.locator("#next").isEnabled())) fault("] does not go on");
  await page.keyboard.press("Escape");
  await settled(page);
  if (await page.locator("section.drill").isVisible()) fault("Escape does not close the schedules");
  await page.close();
}

// The ranking and the claims are those of the report.
async function check_parts() {
  const page = await open({}, "s=ranking");
  await page.waitForFunction(() => document.querySelectorAll("figure").length > 0 && [...document.querySelectorAll("figure .chart")].every((chart) => chart.querySelector("svg")));
  const shown = await page.locator("#results tbody").first().locator("th").count();
  same(shown, query("SELECT count(*) AS n FROM strategy")[0].n, "strategies in the ranking");
  await page.evaluate(() => (location.hash = "s=claims"));
  await settled(page);
  const verdicts = JSON.parse(verify()).length;
  same(await page.locator("#claims tbody tr").count(), verdicts, "claims");
  await page.evaluate(() => (location.hash = "s=ranking")); // its scripts are there already
  await settled(page);
  await page.waitForFunction(() => document.querySelectorAll("figure .chart svg").length > 0);
  await page.evaluate(() => (location.hash = "s=failures"));
  await settled(page);
  if (!/No scenario failed/.test(await text_of(page))) fault("failures of a campaign without any");
  await page.close();
}

async function check_looks() {
  for (const [options, name] of [[{}, "light"], [{ colorScheme: "dark" }, "dark"], [{ forcedColors: "active" }, "forced colours"]]) {
    const page = await open(options);
    await page.locator("summary").first().click();
    await page.evaluate(fs.readFileSync(axe, "utf8"));
    const { violations } = await page.evaluate(() => axe.run());
    for (const { id, help, nodes } of violations) fault(`${name}: ${id}: ${help}: ${nodes[0].html.slice(0, 150)}`);
    for (const width of [420, 768, 1400]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) fault(`${name}: ${beyond} px wider than a window of ${width}`);
    }
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    if (nodes > 20_000) fault(`${nodes} nodes`);
    await page.close();
  }
}

await check_views();
await check_drill();
await check_parts();
await check_looks();
await browser.close();
process.exitCode = failed ? 1 : 0;
