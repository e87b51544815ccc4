// What every page does: the theme, the search, the list of pages on a phone, the place in the contents, and the live compile of the first page.
"use strict";
const { root: ROOT, index: INDEX } = document.currentScript.dataset;
const byId = (id) => document.getElementById(id);
const make = (name, attributes, ...inner) => {
  const element = Object.assign(document.createElement(name), attributes);
  element.append(...inner);
  return element;
};
const load = (src) => new Promise((resolve, reject) => {
  document.head.append(make("script", { src, onload: resolve, onerror: () => reject(new Error(`${src} cannot be loaded`)) }));
});

byId("theme").addEventListener("click", () => {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = isDark ? "light" : "dark";
  try { localStorage.setItem("hlslc-theme", dataset.theme); } catch { /* then it is for this page alone */ }
});

const isNarrow = matchMedia("(max-width: 899px)");
const list = document.querySelector(".beside details");
if (list) {
  list.open = !isNarrow.matches;
  isNarrow.addEventListener("change", () => { list.open = !isNarrow.matches; });
  const chosen = list.querySelector("[aria-current]");
  const side = list.parentElement;
  if (chosen && !isNarrow.matches) side.scrollTop = chosen.offsetTop - side.clientHeight / 2;
}

// The search. `/` begins, the arrow keys choose, Enter goes there, Escape ends.
const field = byId("search");
const found = byId("found");
const MOST = 30;
let rows;
let asked;

/// How well a row fits all words: lower is better; none if one of them is not there.
function fit(row, words, whole) {
  let sum = row.head.length / 10;
  for (const word of words) {
    const at = row.head.indexOf(word);
    if (at >= 0) sum += at === 0 ? 0 : /[^a-z0-9]/.test(row.head[at - 1]) ? 20 : 60;
    else if (row.title.includes(word)) sum += 150;
    else if (row.body.includes(word)) sum += 400;
    else return undefined;
  }
  return row.head === whole ? -1 : sum;
}

/// A text with what was searched for marked in it.
function marked(text, words) {
  const lower = text.toLowerCase();
  const hit = words.map((word) => [lower.indexOf(word), word.length]).filter(([at]) => at >= 0).sort((a, b) => a[0] - b[0])[0];
  if (!hit) return [text];
  return [text.slice(0, hit[0]), make("mark", {}, text.slice(hit[0], hit[0] + hit[1])), text.slice(hit[0] + hit[1])];
}

async function search() {
  const whole = field.value.trim().toLowerCase();
  asked ??= load(INDEX).then(() => {
    rows = globalThis.hlslcIndex.map(([head, place, title, body]) => ({
      text: head, place, page: title, said: body, head: head.toLowerCase(), title: title.toLowerCase(), body: body.toLowerCase(),
    }));
  });
  await asked;
  if (whole !== field.value.trim().toLowerCase()) return;
  const words = whole.split(/\s+/).filter(Boolean);
  const fitting = words.length === 0 ? [] : rows.map((row) => ({ row, fit: fit(row, words, whole) }))
    .filter((one) => one.fit !== undefined).sort((a, b) => a.fit - b.fit).slice(0, MOST);
  const items = fitting.map(({ row }) => {
    const at = Math.max(0, ...words.map((word) => row.body.indexOf(word)));
    const around = at > 40 ? `…${row.said.slice(at - 30, at + 110)}` : row.said.slice(0, 140);
    const page = row.page === row.text ? [] : [`${row.page} · `];
    return make("li", {}, make("a", { href: ROOT + row.place }, make("b", {}, ...marked(row.text, words)), make("small", {}, ...page, ...marked(around, words))));
  });
  if (words.length && items.length === 0) items.push(make("li", { className: "none" }, "Nothing has these words."));
  found.replaceChildren(...items);
  found.hidden = words.length === 0;
}

function move(step) {
  const links = [...found.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement) + step;
  (at < 0 ? field : links[Math.min(at, links.length - 1)])?.focus();
}

field.addEventListener("input", () => void search());
field.addEventListener("focus", () => { if (field.value) void search(); });
document.addEventListener("click", (event) => { if (!event.target.closest(".finder") || event.target.closest("#found a")) found.hidden = true; });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyped = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
  const within = event.target === field || found.contains(event.target);
  if (event.key === "/" && !isTyped) {
    field.focus();
    field.select();
  } else if (!within) {
    // The pages before and after, as in the lessons of the lab.
    const rel = isTyped ? undefined : { n: "next", p: "prev" }[event.key];
    const link = rel && document.querySelector(`.turn [rel="${rel}"]`);
    if (!link) return;
    link.click();
  } else if (event.key === "ArrowDown") {
    move(1);
  } else if (event.key === "ArrowUp") {
    move(-1);
  } else if (event.key === "Escape") {
    found.hidden = true;
    field.focus();
    field.blur();
  } else if (event.key === "Enter" && event.target === field) {
    found.querySelector("a")?.click();
  } else {
    return;
  }
  event.preventDefault();
});

// The heading that is being read.
const places = new Map([...document.querySelectorAll(".contents a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
if (places.size) {
  const heads = [...places.keys()].map(byId).filter(Boolean);
  const show = () => {
    const here = heads.filter((head) => head.getBoundingClientRect().top < 140).at(-1);
    for (const link of places.values()) link.classList.remove("here");
    places.get(here?.id)?.classList.add("here");
  };
  addEventListener("scroll", show, { passive: true });
  show();
}

// The first page: install line, tabs, and the compiler.
byId("copy")?.addEventListener("click", async ({ currentTarget: button }) => {
  const code = byId("install");
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1600);
  } catch {
    // A page from a disk may not write there in every browser: then it is selected to be copied by hand.
    getSelection().selectAllChildren(code);
  }
});

const live = byId("live");
if (live) {
  const source = byId("source");
  const painted = byId("painted");
  const state = byId("state");
  const tabs = [...live.querySelectorAll("[role=tab]")];
  const words = JSON.parse(byId("words").textContent);
  const [keywords, types] = [new Set(words.words), new Set(words.types)];
  const TOKEN = /(\/\/.*|\/\*[^]*?(?:\*\/|$))|("(?:[^"\n])*"?)|(^\s*#\s*\w+)|(\b\d[\w.]*)|([A-Za-z_]\w*)/gm;
  const kind = (word) => keywords.has(word) ? "k" : types.has(word) || types.has(word.replace(/[\dx]+$/, "")) ? "t" : /^sv_/i.test(word) ? "g" : "";
  /// The source below the field, in the colours of the other listings.
  const repaint = () => {
    const [text, parts] = [`${source.value}\n`, []];
    let from = 0;
    for (const one of text.matchAll(TOKEN)) {
      const name = one[1] ? "c" : one[2] ? "s" : one[3] ? "g" : one[4] ? "n" : kind(one[5]);
      if (!name) continue;
      parts.push(text.slice(from, one.index), make("i", { className: name }, one[0]));
      from = one.index + one[0].length;
    }
    painted.replaceChildren(...parts, text.slice(from));
  };
  const chosen = () => tabs.find((tab) => tab.ariaSelected === "true" || tab.getAttribute("aria-selected") === "true");
  const panel = (tab) => byId(tab.getAttribute("aria-controls"));
  let engine;
  let wanted = 0;

  const say = (text, isWrong = false) => {
    state.textContent = text;
    state.classList.toggle("wrong", isWrong);
  };
  const compile = async () => {
    const { module, src, profile } = live.dataset;
    if (!module) return;
    const number = ++wanted;
    if (!engine) {
      say("Loading the compiler…");
      engine = Promise.all([load(src), load(module)]).then(() => globalThis.hlslcEngine(globalThis.hlslcModule));
      engine.catch(() => { engine = undefined; });
    }
    try {
      const ready = await engine;
      if (number !== wanted) return;
      const tab = chosen();
      const start = performance.now();
      const args = ["-T", profile, ...tab.dataset.options.split(" ").filter(Boolean)];
      const { json } = await ready.ask("compile", { args, source: source.value });
      if (number !== wanted) return;
      const host = panel(tab);
      host.classList.toggle("stale", !json.ok);
      if (json.ok) {
        const text = json.text ?? "";
        host.replaceChildren(globalThis.hlslcPainted(text.slice(Math.max(0, text.search(/^define /m)))));
        host.dataset.of = source.value;
        say(`Compiled in this page in ${(performance.now() - start).toFixed(1)} ms${json.reported.length ? `; ${json.reported[0].message}` : ""}`);
      } else {
        const [first, ...rest] = json.reported;
        const fix = first?.fix ? `: ${first.fix.text || `Write \`${first.fix.with}\`.`}` : "";
        const more = rest.length ? ` (and ${rest.length} more)` : "";
        say(first ? `${first.at ? `Line ${first.at.line}: ` : ""}${first.message} [${first.code}]${fix}${more}` : json.rendered, true);
      }
    } catch (error) {
      if (number === wanted) say(error.message, true);
    }
  };
  let timer;
  source.addEventListener("input", () => {
    repaint();
    clearTimeout(timer);
    timer = setTimeout(() => void compile(), 80);
  });
  source.addEventListener("focus", () => { if (!engine) void compile(); });
  source.addEventListener("scroll", () => {
    painted.scrollTop = source.scrollTop;
    painted.scrollLeft = source.scrollLeft;
  });
  const choose = (tab) => {
    for (const other of tabs) {
      const isIt = other === tab;
      other.setAttribute("aria-selected", String(isIt));
      other.tabIndex = isIt ? 0 : -1;
      panel(other).hidden = !isIt;
    }
    if (engine && panel(tab).dataset.of !== source.value) void compile();
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
      next.focus();
      choose(next);
    });
  }
  // What the browser kept of an earlier visit is in the field, not in the colours.
  if (source.value !== source.defaultValue) repaint();
}
