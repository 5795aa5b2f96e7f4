// Clicks through the page of palio explore in Chromium: node explore_page.mjs PLAYWRIGHT AXE PALIO CAMPAIGN... CHECKS ADDRESS
// prints a line for each fault, and nothing if there is none. PALIO answers the statements of the panels; CHECKS is "all", or
// the kind of campaign: "batches", "duels", "failures", "two".
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";

const [playwright, axe, palio, ...rest] = process.argv.slice(2);
const campaigns = rest.slice(0, -2), [which, address] = rest.slice(-2);
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
  context.setDefaultTimeout(300_000); // a sanitizer and a busy machine take their time
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
  await page.waitForFunction(() => document.documentElement.dataset.shown === (location.hash || "#") && !document.body.classList.contains("busy") && !document.querySelector("main [aria-busy=true]"));
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
// Exit status 2: they differ.
function differing() {
  try {
    return execFileSync(palio, ["diff", ...campaigns, "--metric", "makespan"], { encoding: "utf8" });
  } catch ({ stdout }) {
    return stdout;
  }
}
const short = (number) => (number === null ? "\u2013" : String(Number(number.toPrecision(3))));

// Of a ratio three digits, four where it is just above 1, and more where these would be 1.000.
function ratio(number) {
  if (number === null) return "\u2013";
  if (number < 1e-3 || number >= 1e3) return short(number);
  const digits = (number > 1 && number < 2 ? [4, 5, 6] : [3, 4, 5, 6]).find((count) => number === 1 || Number(number.toPrecision(count)) !== 1) ?? 6;
  return number.toPrecision(digits);
}

// The texts of what is shown are the numbers of the panels' own statements.
async function compare_with_statements(page, about) {
  const sql = (panel) => page.locator(`.${panel} .take button[data-sql]`).first().getAttribute("data-sql");
  const [answer] = query(await sql("answer-panel"));
  const text = await page.locator("#answer").textContent();
  if (!text.includes(`${ratio(answer.ratio)} [${ratio(answer.low)}, ${ratio(answer.high)}]`) && !text.includes("there is no interval") && !text.includes("No instance"))
    fault(`${about}: "${text}" does not tell ${JSON.stringify(answer)}`);
  const cells = query(await sql("cells-panel")).map((cell) => ratio(cell.ratio)).sort();
  const shown = await page.locator(".cells td").evaluateAll((all) => all.map((cell) => cell.firstChild.textContent).filter((value) => value !== "\u2013"));
  same(shown.sort().join(" "), cells.join(" "), `${about}: cells`);
  for (const { strategy, mean, times_best } of query(await sql("strategies-panel"))) {
    const row = page.locator(`.strategies-panel tr[data-strategy="${strategy}"] td.number`);
    same(`${await row.nth(0).textContent()} ${await row.nth(1).textContent()}`, `${mean < 10 ? mean.toFixed(3) : short(mean)} ${times_best.toLocaleString("en-US")}`, `${about}: ${strategy}`);
  }
  // Every level of every axis, and what the axis explains.
  for (const axis of await page.locator(".axis").all()) {
    const levels = query(await axis.locator("[data-sql]").getAttribute("data-sql"));
    const shown_levels = await axis.locator(".level").evaluateAll((all) => all.map((level) => [...level.querySelectorAll(".number")].map((part) => part.textContent.split(" of ").at(-1)).join(" ")));
    same(shown_levels.filter((level) => !level.startsWith("\u2013")).join("; "), levels.map(({ ratio: of, instances }) => `${ratio(of)} ${instances.toLocaleString("en-US")}`).join("; "), `${about}: levels of ${await axis.locator("legend").textContent()}`);
    const share = levels[0] ? levels[0].explains : 0, told = Number((await axis.locator("legend span").textContent()).match(/explains ([\d.]+) %/)[1]);
    if (Math.abs(told - 100 * share) > 0.51) fault(`${about}: ${await axis.locator("legend").textContent()}, and by SQL ${100 * share} %`);
  }
}

// The first value that the selected instances share has as many of them as its SQL.
async function check_shared(page, sql) {
  const first = page.locator(".instances-panel .shared li").first();
  if (!(await first.count())) return;
  const [, axis, level, selected, all] = (await first.textContent()).match(/^(\S+) = (\S+): ([\d,]+) of [\d,]+ selected, ([\d,]+) of all/);
  const names = new Set(query(sql).map(({ instance }) => instance));
  const having = query(`SELECT DISTINCT instance FROM results WHERE "${axis}" = ${Number.isNaN(Number(level)) ? `'${level}'` : Number(level)}`).map(({ instance }) => instance);
  same(Number(selected.replaceAll(",", "")), having.filter((instance) => names.has(instance)).length, `selected with ${axis} = ${level}`);
  same(Number(all.replaceAll(",", "")), having.length, `all with ${axis} = ${level}`);
  const told = await page.locator(".axis .count").allTextContents();
  if (!told.every((count) => / of /.test(count))) fault("levels do not count what is selected");
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
  const third = page.locator(".strategies-panel tbody th button").nth(2), label = await third.textContent();
  await third.click();
  await settled(page);
  same(await page.locator("#a").inputValue(), label, "a row that was pressed is A");
  await compare_with_statements(page, "another A");
  await page.locator(".strategies-panel tbody th button").nth(3).click({ modifiers: ["Shift"] });
  await settled(page);
  if (!/b=/.test(await page.evaluate(() => location.hash))) fault("Shift does not choose B");
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
  // What they share is told, and the levels count them.
  await check_shared(page, sql);
  // One that holds nothing keeps its axes.
  await page.evaluate(() => (location.hash = "brush=1e-9,2e-9,1e-9,2e-9"));
  await settled(page);
  if (!/0 instances selected/.test(await text_of(page)) || (await page.locator("svg.plot .grid").count()) === 0) fault("an empty brush is not shown");
  await press(page, ".instances-panel p button");
  // What the address says that nobody knows is told.
  await page.evaluate(() => (location.hash += "&unheard=1"));
  await settled(page);
  if (!/unheard/.test(await page.locator("#banner").textContent())) fault("an unknown key is dropped");
  // One that names what there is not leaves a choice; the browser logs the refusal.
  page.removeAllListeners("console");
  for (const hash of ["a=Nobody", "m=beauty"]) {
    await page.goto(address);
    await page.evaluate((to) => (location.hash = to), hash);
    await page.waitForFunction((word) => document.getElementById("banner").textContent.includes(word), hash.slice(2));
    await page.waitForFunction(() => ["metric", "a", "b"].every((id) => document.getElementById(id).value));
  }
  await page.close();
}

// The extreme instances have their levels, and the ratios of their values. Of the worst a sentence tells the longest wait.
async function check_extremes() {
  const page = await open();
  await page.evaluate(() => document.querySelector(".extremes").setAttribute("open", ""));
  const table = page.locator(".extremes table").first();
  const names = await table.locator("th").allTextContents(), worst = await table.locator("tbody tr").first().locator("td").allTextContents();
  const [a, b] = [await page.locator("#a").inputValue(), await page.locator("#b").inputValue()];
  const [{ most }] = query(`SELECT max(x.makespan / y.makespan) AS most FROM results x JOIN results y USING (instance) WHERE x.strategy = '${a}' AND y.strategy = '${b}'`);
  same(worst[0], ratio(most), "the worst instance for A");
  const [row] = query(`SELECT * FROM results WHERE instance = '${worst.at(-1)}' LIMIT 1`);
  for (const [i, name] of names.entries())
    if (name in row && name !== "instance") same(String(Number(worst[i]) || worst[i]), String(row[name]), `${name} of the worst instance`);
  await page.locator(".extremes button.open").first().click();
  await page.waitForFunction(() => document.querySelectorAll("svg.gantt").length === 2);
  if (!/is that of .+ \(processors? \d.* of .+\) for the data of .+ \(processors? \d.*\): \S+ s\./.test(await page.locator("section.drill").innerText())) fault("the longest wait of the worst instance has no places");
  await page.close();
}

// Keys lead to the screens, also after a choice in a select; printing tells what was printed.
async function check_keys() {
  const page = await open();
  const chosen = () => page.evaluate(() => ["metric", "a", "b"].map((id) => document.getElementById(id).value).join(", "));
  const first = await chosen();
  await page.keyboard.press("2");
  await settled(page);
  same(await chosen(), first, "choices beside the ranking");
  if (!/s=ranking/.test(await page.evaluate(() => location.hash))) fault("2 does not show the ranking");
  await page.keyboard.press("1");
  await settled(page);
  await page.locator("#a").selectOption({ index: 0 });
  await settled(page);
  await press(page, ".filters .level");
  await page.keyboard.press("x");
  await settled(page);
  if (/f\./.test(await page.evaluate(() => location.hash))) fault("x does not clear the filters");
  for (const link of await page.locator("#screens a").evaluateAll((all) => all.map((one) => one.getAttribute("href"))))
    if (!/s=/.test(link)) fault(`the tab leads to ${link}`);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  if (!(await page.locator("#printed").textContent()).includes(await page.evaluate(() => location.href))) fault("a print does not tell its address");
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
  // The list has the instances of the cell, and the one in the middle is shown.
  const cell = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)).get("cell");
  if (!cell || !/middle/.test(await page.locator(".instance-list [aria-current]").textContent())) fault("a cell does not open its instances at the one in the middle");
  if (!/ takes \S+ s longer: on its critical path it | take equally long/.test(await page.locator(".difference").textContent())) fault(`no word on the difference: ${await page.locator(".difference").textContent()}`);
  // Both schedules zoom together, and all is shown again.
  const labels = () => page.locator("svg.gantt").evaluateAll((all) => all.map((svg) => [...svg.querySelectorAll("text[text-anchor=middle]")].map((text) => text.textContent).join(" ")));
  const whole = await labels();
  await page.getByRole("button", { name: "Zoom in" }).click();
  const [near, also] = await labels();
  if (near === whole[0] || near !== also) fault(`clocks after zooming: ${near}; ${also}`);
  await page.getByRole("button", { name: "The whole schedules" }).click();
  same((await labels()).join(";"), whole.join(";"), "clocks of the whole schedules");
  const area = await page.locator("svg.gantt").first().boundingBox();
  await page.mouse.move(area.x + area.width * 0.4, area.y + 20);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.6, area.y + 20, { steps: 3 });
  await page.mouse.up();
  if ((await labels())[1] === whole[1]) fault("dragging does not zoom");
  await page.locator("svg.gantt").first().dblclick();
  same((await labels()).join(";"), whole.join(";"), "clocks after a double click");
  await page.mouse.move(5, 5);
  if (await page.locator("svg.gantt .message:not(.critical)").evaluateAll((all) => all.some((one) => getComputedStyle(one).visibility === "visible"))) fault("transfers of no critical task are shown");
  const command = await page.locator(".drill code").first().textContent();
  if (!/lead to the last finish .* compute for .* wait for data for/.test(await page.locator("section.drill").innerText())) fault("the schedules do not tell what they consist of");
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

// The page as a file shows the same without a server, and asks nobody.
async function check_saved_page() {
  const page = await open();
  const answer = await page.locator("#answer").textContent(), cells = await page.locator(".cells").innerText();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  same(saved.suggestedFilename(), `${campaigns[0].split("/").at(-1).replace(".db", "")}-compare.html`, "name of the saved page");
  const file = `${await saved.path()}.html`;
  fs.copyFileSync(await saved.path(), file);
  if (fs.statSync(file).size > 400_000) fault(`the saved page has ${fs.statSync(file).size} byte`);
  await page.context().setOffline(true);
  const copy = await page.context().newPage();
  copy.on("request", (request) => { if (!/^(file|data):/.test(request.url())) fault(`the saved page asks ${request.url()}`); });
  copy.on("console", (message) => fault(`console of the saved page: ${message.text()}`));
  await copy.goto(`file://${file}`);
  same(await copy.locator("#answer").textContent(), answer, "answer of the saved page");
  same(await copy.locator(".cells").innerText(), cells, "cells of the saved page");
  const digest = execFileSync(palio, ["digest", campaigns[0]], { encoding: "utf8" }).split(" ")[0];
  if (!(await copy.locator("footer").textContent()).includes(digest)) fault("the saved page lacks the digest");
  if (await copy.locator("button, select, script").count()) fault("the saved page has controls");
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

// New results are drawn before they are shown: no frame of the ranking is dim, without its charts or much shorter.
async function check_live_ranking() {
  const page = await open({}, "s=ranking");
  await page.waitForFunction(() => [...document.querySelectorAll(".part:not(.unseen) figure .chart")].every((chart) => chart.querySelector("svg")));
  let readings = 1000; // as if a run went on
  await page.route("**/api/live*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), reading: ++readings } });
  });
  await page.evaluate(() => {
    const part = document.querySelector("main .part"), height = part.offsetHeight;
    part.dataset.first = "";
    window.faults = [];
    const look = () => {
      if (document.body.classList.contains("busy")) window.faults.push("dim");
      if (![...document.querySelectorAll(".part:not(.unseen) figure .chart")].every((chart) => chart.querySelector("svg"))) window.faults.push("without charts");
      if (document.querySelector("main").offsetHeight < 0.9 * height) window.faults.push("short");
      requestAnimationFrame(look);
    };
    look();
  });
  await page.waitForFunction(() => !document.querySelector("[data-first]"));
  const faults = await page.evaluate(() => window.faults);
  if (faults.length) fault(`${faults.length} frames of the live ranking, the first ${faults[0]}`);
  await page.close();
}

// Groups, their SQL and CSV, and the instances that the answer leaves out.
async function check_failures() {
  const page = await open({ viewport: { width: 420, height: 900 } }, "s=failures");
  const counts = await page.locator(".card h3 .count").allTextContents();
  const failed = query(await page.locator(".take [data-sql]").getAttribute("data-sql")).length;
  same(counts.reduce((sum, count) => sum + Number(count), 0), failed, "failures in groups");
  if (!failed || !/KeyError: '<b>20<\/b>'/.test(await text_of(page))) fault("the last line of what failed is not text");
  // All that failed have 20 tasks; what is said to do repeats it.
  const card = await page.locator(".card").first().innerText();
  const [{ ran }] = query("SELECT count(*) AS ran FROM results WHERE strategy = 'mine' AND tasks = 20");
  if (!card.includes(`tasks = 20 all of ${counts[0]}; it ran ${ran} of `)) fault(`a card does not say where: ${card}`);
  const steps = await page.locator(".card").first().locator("code").allTextContents();
  if (!steps.some((step) => step.includes("--retry-failed=exception"))) fault(`no command runs them again: ${steps}`);
  const [example] = query(`SELECT scenario FROM failures WHERE scenario = '${steps[0].split(" ").at(-1)}'`);
  if (!example) fault(`${steps[0]} names no failure`);
  await page.locator(".card dd button").first().click();
  await page.waitForFunction(() => document.querySelector(".card dd button").textContent === "Copied");
  same(await page.evaluate(() => navigator.clipboard.readText()), steps[0], "the command that is copied");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("[aria-label='CSV of failures']").click()]);
  same(fs.readFileSync(await saved.path(), "utf8").split("\n")[0], "count,kind,strategy,message,last_line,file,example", "CSV of failures");
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (beyond > 0) fault(`failures are ${beyond} px wider than a window of 420`);
  await page.evaluate(() => (location.hash = "a=mine&b=HCPA"));
  await settled(page);
  const [{ n }] = query("SELECT count(*) AS n FROM failures WHERE strategy = 'mine'");
  const told = [...(await page.locator("#answer").textContent()).matchAll(/(\d+) where mine failed \(\S+\)/g)].map(([, count]) => Number(count));
  same(told.reduce((sum, count) => sum + count, 0), n, "instances that the answer does not count");
  await page.close();
}

// The first screen answers without scrolling, and a strategy has its mark wherever it is named.
async function check_first_screen() {
  const page = await open();
  for (const panel of [".strategies-panel table", ".axis >> nth=0", ".axis >> nth=1", ".cells", "svg.plot"]) {
    const { y, height } = await page.locator(panel).first().boundingBox();
    if (y + height > 900) fault(`${panel} ends at ${y + height} px`);
  }
  const shares = await page.locator(".axis legend span").allTextContents();
  const numbers = shares.map((share) => Number(share.match(/[\d.]+/)[0]));
  same(numbers.join(), [...numbers].sort((x, y) => y - x).join(), "axes by what they explain");
  const a = await page.locator("#a").inputValue();
  const looks = await page.evaluate((label) => [...document.querySelectorAll(".named")].filter((one) => one.textContent === label || one.parentNode.querySelector("#a")).map((one) => `${one.dataset.sign} ${one.getAttribute("style")}`), a);
  if (looks.length < 3 || new Set(looks).size !== 1) fault(`looks of ${a}: ${looks}`);
  await page.waitForFunction(() => document.querySelector(".bound")?.textContent === "to the bound");
  for (const { strategy, factor } of query("SELECT strategy, avg(bound_ratio) AS factor FROM results GROUP BY strategy"))
    same(await page.locator(`tr[data-strategy="${strategy}"] td`).last().textContent(), factor.toFixed(2), `${strategy} over the bound`);
  await page.close();
}

async function check_looks() {
  for (const [options, name] of [[{}, "light"], [{ colorScheme: "dark" }, "dark"], [{ forcedColors: "active" }, "forced colours"]]) {
    const page = await open(options);
    await page.locator(".extremes summary").click();
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

// Each panel as a figure: as wide as asked, with labels of 8 pt, and a specification that is saved.
async function check_figures() {
  const page = await open();
  for (const panel of ["cells", "instances", "strategies", "filters"]) {
    await page.locator(`.${panel}-panel .take button, .${panel} .take button`).filter({ hasText: "Figure" }).first().click();
    for (const width of ["88", "180"]) {
      await page.locator("#figure_save button", { hasText: `${width} mm` }).click();
      await page.waitForFunction((mm) => document.querySelector("#figure_picture svg")?.getAttribute("width") === `${mm}mm`, width);
      const least = await page.locator("#figure_picture svg").evaluate((svg, mm) => {
        const scale = Number(mm) / Number(svg.getAttribute("viewBox").split(" ")[2]); // mm in a px
        return Math.min(...[...svg.querySelectorAll("text")].map((text) => Number(text.getAttribute("font-size").replace("px", "")) * scale * (72 / 25.4)));
      }, width);
      if (least < 7.2) fault(`${panel}: text of ${least} pt at ${width} mm`);
    }
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save SVG" }).click()]);
    if (!fs.readFileSync(await saved.path(), "utf8").includes('width="180mm"')) fault(`${panel}: the SVG is not 180 mm wide`);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  }
  await page.close();
}

// A link holds the digest of what its sender saw; another one raises a banner.
async function check_digest() {
  const page = await open();
  await page.keyboard.press("l");
  await page.waitForFunction(() => document.getElementById("link").textContent === "Copied");
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const digest = execFileSync(palio, ["digest", campaigns[0]], { encoding: "utf8" }).split(" ")[0];
  const said = new URLSearchParams(link.hash.slice(1));
  same(said.get("d"), digest, "digest of the link");
  for (const [key, id] of [["m", "#metric"], ["a", "#a"], ["b", "#b"]]) same(said.get(key), await page.locator(id).inputValue(), `${key} of the link`);
  if (!said.has("x") || !said.has("y")) fault("the link leaves out rows or columns");
  await page.evaluate((hash) => (location.hash = hash), link.hash);
  await settled(page);
  await page.waitForFunction(() => true);
  if (await page.locator("#banner").isVisible()) fault(`its own link raises a banner: ${await page.locator("#banner").textContent()}`);
  await page.evaluate((hash) => (location.hash = hash), `#v=1&d=${"0".repeat(32)}`);
  await page.waitForFunction(() => /made for other results/.test(document.getElementById("banner").textContent));
  await page.close();
}

// Two campaigns open on what palio diff says; a scenario that changed opens its schedules in both.
async function check_difference() {
  const page = await open();
  const said = differing();
  const count = (words) => Number(said.match(new RegExp(`([\\d,]+) ${words}`))[1].replaceAll(",", ""));
  const told = await page.locator(".difference-panel .answer").textContent();
  for (const [words, number] of [["equal", count("equal")], ["changed", count("with other metrics")], ["only in", count("only in B")]])
    if (!new RegExp(`(^|; )${number}\\b[^;]*${words}`).test(told)) fault(`"${told}" does not tell ${number} ${words}`);
  const [strategy, , , changed] = await page.locator(".difference-panel tbody tr").first().locator("th, td").allTextContents();
  const row = said.split("\n").find((line) => line.startsWith(`${strategy} `));
  same(changed, row.trim().split(/\s+/).at(-3), `scenarios of ${strategy} that changed`);
  page.removeAllListeners("console"); // it logs that the changed strategy is not replayed
  await page.locator(".difference-panel td.code button").first().click();
  await page.waitForFunction(() => document.querySelectorAll("svg.gantt").length === 2 || document.querySelector(".sheet .note"));
  const [a, b] = [await page.locator("#a").inputValue(), await page.locator("#b").inputValue()];
  if (!a.endsWith(` in ${campaigns[0]}`) || !b.endsWith(` in ${campaigns[1]}`)) fault(`a changed scenario opens ${a} and ${b}`);
  await page.close();
}

async function open_an_instance(page) {
  await page.evaluate(() => document.querySelector(".extremes").setAttribute("open", ""));
  await page.locator(".extremes button.open").first().click();
  await page.waitForFunction(() => document.querySelectorAll("svg.gantt").length === 2);
  await settled(page);
  return new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)).get("i");
}

// The applications of a batch have the stored dates under both strategies; pointing at one brings out its tasks.
async function check_batches() {
  const page = await open();
  const instance = await open_an_instance(page);
  const [a, b] = [await page.locator("#a").inputValue(), await page.locator("#b").inputValue()];
  const stored = (strategy) => query(`SELECT x.start, x.finish, (x.finish - x.release_date) / x.dedicated_makespan AS stretch FROM application_result x
    JOIN platform p ON p.id = x.platform_id JOIN workload w ON w.id = x.workload_id JOIN strategy s ON s.id = x.strategy_id
    WHERE p.key || '-' || w.key = '${instance}' AND s.label = '${strategy}' ORDER BY x.application`);
  const [of_a, of_b] = [stored(a), stored(b)];
  const rows = page.locator(".applications tbody tr");
  same(await rows.count(), of_a.length, "applications");
  for (let i = 0; i < of_a.length; ++i) {
    const cells = await rows.nth(i).locator("td").allTextContents();
    same(cells.slice(1).join(" "), ["start", "finish", "stretch"].flatMap((name) => [of_a[i][name], of_b[i][name]]).map(short).join(" "), `application ${i}`);
  }
  await rows.first().hover();
  if ((await page.locator("svg.gantt .bar.linked").count()) < 2) fault("an application is not brought out");
  await page.close();
}

// The restarts of a search lead to their instances.
async function check_duels() {
  const page = await open();
  if (!/nothing follows for others/.test(await page.locator("#answer").textContent())) fault("a search is not told");
  await open_an_instance(page);
  const other = page.locator(".drill .controls button[aria-pressed=false]").first();
  const told = (await other.textContent()).split(": ")[1];
  await other.click();
  await settled(page);
  await page.waitForFunction(() => document.querySelectorAll("svg.gantt").length === 2);
  const instance = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1)).get("i");
  const makespan = async (id) => query(`SELECT makespan FROM results WHERE instance = '${instance}' AND strategy = '${await page.locator(id).inputValue()}'`)[0].makespan;
  same(ratio((await makespan("#a")) / (await makespan("#b"))), told, "ratio of a restart");
  await page.close();
}

const checks = { all: [check_first_screen, check_views, check_extremes, check_keys, check_drill, check_saved_page, check_parts, check_live_ranking, check_figures, check_digest, check_looks], batches: [check_batches], duels: [check_duels], failures: [check_failures], two: [check_difference] };
for (const check of checks[which]) await check();
await browser.close();
process.exitCode = failed ? 1 : 0;
