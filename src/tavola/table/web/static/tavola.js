// The page's own code. It knows no rules: the server lists the legal moves, each with the elements that make it up;
// clicking narrows the list, and what is left is offered. Without it everything works through plain forms.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const page = document.documentElement;
let chosen = [];

document.body.classList.add("js");

// --- Choosing a move ------------------------------------------------------------------------------------------

const moves = () => $$("#move-list button").map((button) => ({ button, elements: button.dataset.e.split(" ").filter(Boolean) }));

function without(elements, taken) {
  const left = [...elements];
  for (const element of taken) {
    const at = left.indexOf(element);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

function narrow() {
  const open = new Set();
  const first = new Set();
  let shown = 0;
  const all = moves().map((move) => ({ ...move, left: without(move.elements, chosen) }));
  const few = all.filter((move) => move.left).length <= 8;
  for (const { button, left, elements } of all) {
    const exact = left?.length === 0;
    const show = left && (exact || (chosen.length > 0 && few));
    if (left) for (const element of left) open.add(element);
    if (elements.length) first.add(elements[0]);
    button.hidden = !show && !(page.dataset.list === "all" && left);
    button.classList.toggle("exact", Boolean(exact && (chosen.length || shown === 0)));
    if (show) shown += 1;
  }
  const table = $("#table");
  table?.classList.toggle("narrowed", chosen.length > 0);
  table?.classList.toggle("my-turn", all.length > 0);
  const counts = {};
  for (const element of chosen) counts[element] = (counts[element] ?? 0) + 1;
  for (const node of $$("#table [data-e]:not(#move-list *)")) {
    const times = counts[node.dataset.e] ?? 0;
    node.classList.toggle("chosen", times > 0);
    node.classList.toggle("open", open.has(node.dataset.e));
    node.classList.toggle("next", (chosen.length ? open : first).has(node.dataset.e));
    if (node.tagName === "BUTTON") node.setAttribute("aria-pressed", String(times > 0));
  }
  const clear = $("#clear");
  if (clear) clear.hidden = chosen.length === 0;
  return { shown, open, exact: all.filter((move) => move.left?.length === 0) };
}

function say(text) {
  const place = $("#saying");
  if (place) place.textContent = text ?? "";
}

function pick(node) {
  const element = node.dataset.e;
  if (!$("#move-list")) return node.dataset.zoom ? zoom(node) : undefined;
  const candidate = moves().some((move) => without(move.elements, [...chosen, element]));
  const fresh = moves().some((move) => without(move.elements, [element]));
  say("");
  if (candidate) chosen.push(element);
  else if (chosen.includes(element)) chosen = chosen.filter((other) => other !== element);
  else if (fresh) chosen = [element];
  else {
    say(node.dataset.why ?? node.getAttribute("aria-label"));
    if (node.dataset.zoom) zoom(node);
    return;
  }
  const { exact, open } = narrow();
  const wish = page.dataset.confirm;
  if (chosen.length && exact.length === 1 && open.size === 0) {
    const [{ button }] = exact;
    if (wish === "never" || (wish === "irreversible" && !("commits" in button.dataset))) button.click();
    else if (matchMedia("(min-width: 1001px)").matches) button.scrollIntoView({ block: "nearest" });
  }
}

function reset() {
  chosen = [];
  say("");
  if ($("#table")) narrow();
}

// --- Sending ---------------------------------------------------------------------------------------------------

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const sent = Date.now();
  try {
    const headers = { Accept: "application/json" };
    if (socket?.readyState === 1) headers["X-Live"] = "yes"; // the new view comes that way
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers });
    const told = await answer.json();
    if (told.go) location.assign(told.go);
    else if (told.html) show(told);
    else if (!told.error) setTimeout(() => beat < sent && renew(), 2000); // unless that connection is dead
    const field = $("#typed-move");
    if (!told.error && form.id === "typed" && field?.value === body.get("action")) field.value = "";
    say(told.error ?? "");
  } catch {
    say($("#banner")?.textContent);
    connect();
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#table") || form.dataset.plain !== undefined) return;
  if (form.dataset.sure && !confirm(form.dataset.sure)) {
    event.preventDefault();
    return;
  }
  event.preventDefault();
  send(form, event.submitter);
});

const MENUS = "details.more[open], details.prefs[open]";

document.addEventListener("click", (event) => {
  for (const menu of $$(MENUS)) if (!menu.contains(event.target)) menu.open = false; // it may lie over the table
  const copy = event.target.closest("[data-copy]");
  if (copy) navigator.clipboard?.writeText(copy.dataset.copy).then(() => copy.classList.add("done"));
  if (event.target.closest("#clear")) return reset();
  if (event.target.closest("#list-all")) return listAll();
  if (event.target.closest("#type-move")) return typeMove();
  if (event.target.closest("dialog .close")) return event.target.closest("dialog").close();
  const opener = event.target.closest("[data-dialog]");
  if (opener) return document.getElementById(opener.dataset.dialog)?.showModal();
  const node = event.target.closest("#table [data-e]:not(#move-list *), #table [data-zoom]");
  if (!node) return;
  if (node.dataset.e) pick(node);
  else zoom(node);
});

document.addEventListener("contextmenu", (event) => {
  const node = event.target.closest("[data-zoom]");
  if (node) {
    event.preventDefault();
    zoom(node);
  }
});

function typeMove() {
  document.body.classList.add("typing");
  $("#typed-move")?.focus();
}

function listAll() {
  page.dataset.list = page.dataset.list === "all" ? "" : "all";
  narrow();
}

function zoom(node) {
  const dialog = $("#zoom");
  if (!dialog) return;
  $("img", dialog).src = node.dataset.zoom;
  $("p", dialog).textContent = node.getAttribute("aria-label") ?? "";
  const pile = $(".pile-cards", dialog);
  const urls = (node.dataset.pile ?? "").split(" ").filter(Boolean);
  pile.replaceChildren(...urls.map((url) => Object.assign(new Image(60, 84), { src: url, alt: url.replace(/.*\/|\.svg$/g, "") })));
  dialog.showModal();
}

// --- Keys ------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.id === "typed-move") event.target.blur();
  const menu = event.target.closest("dialog[open]") ? null : $(MENUS);
  if (event.key === "Escape" && menu) {
    menu.open = false;
    $("summary", menu).focus();
    return;
  }
  if (event.target.closest("input, select, textarea, dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") reset();
  else if (event.key === "u") $("#undo")?.click();
  else if (event.key === "m") ($("#moves button:not([hidden])") ?? $("#table [data-e].can"))?.focus();
  else if (event.key === "l") $("#log")?.focus();
  else if (event.key === "s") $("#table .who")?.scrollIntoView();
  else if (event.key === "a") listAll();
  else if (event.key === "t") {
    event.preventDefault();
    typeMove();
  } else if (event.key === "z" && document.activeElement?.dataset.zoom) zoom(document.activeElement);
  else if (event.key === "ArrowLeft") $("a[rel=prev]")?.click();
  else if (event.key === "ArrowRight") $("a[rel=next]")?.click();
  else if (event.key === "?") $("#keys")?.showModal();
});

// --- Showing a new view ----------------------------------------------------------------------------------------

function pieces(root) {
  const found = new Map();
  for (const node of $$("img.piece", root)) {
    const list = found.get(node.dataset.p) ?? [];
    list.push(node);
    found.set(node.dataset.p, list);
  }
  return found;
}

// The same physical piece keeps its name from the old place to the new; what stayed is not animated.
function name(before, after) {
  let n = 0;
  for (const [kind, news] of after) {
    const olds = [...(before.get(kind) ?? [])];
    const came = news.filter((node) => {
      const at = olds.findIndex((old) => old.dataset.at === node.dataset.at);
      if (at >= 0) olds.splice(at, 1);
      return at < 0;
    });
    for (const node of came.slice(0, 12)) {
      const from = olds.shift();
      n += 1;
      if (from) from.style.viewTransitionName = `moved-${n}`;
      node.dataset.came = `moved-${n}`;
    }
  }
}

let newest = null;
let busy = false;
// The answer to a move and the live connection bring the same table: showing it twice would undo a choice begun in between.
let drawn = $("#table")?.outerHTML;

function show(told) {
  const { seq = -1, rev = 0, status } = $("#table")?.dataset ?? {};
  if (told.seq < Number(seq) || (told.seq === Number(seq) && told.rev < Number(rev) && status === "playing")) return;
  newest = told;
  if (!busy) swap();
}

async function swap() {
  if (!newest || !$("#table")) return;
  const told = newest;
  newest = null;
  busy = true;
  const holder = document.createElement("template");
  holder.innerHTML = told.html;
  const next = holder.content.firstElementChild;
  if (next.outerHTML === drawn) {
    busy = false;
    return;
  }
  drawn = next.outerHTML;
  const still = page.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  const put = () => {
    const focus = document.activeElement?.id;
    const typed = $("#typed-move")?.value;
    const top = $("#log")?.scrollTop;
    const more = $("#more")?.open;
    const before = $("#table").dataset;
    const same = before.ply === next.dataset.ply && before.turn === next.dataset.turn;
    $("#table").replaceWith(next);
    if (!same) chosen = []; // a choice outlives a view that shows nothing new
    narrow();
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
    const field = $("#typed-move");
    if (field && typed) field.value = typed;
    if (top && $("#log")) $("#log").scrollTop = top; // there is none while the seat is handed over
    if (more && $("#more")) $("#more").open = true;
    for (const node of $$("[data-came]", next)) node.style.viewTransitionName = node.dataset.came;
    document.title = told.title ?? document.title;
  };
  try {
    if (still || !document.startViewTransition) put();
    else {
      name(pieces($("#table")), pieces(next));
      const transition = document.startViewTransition(put);
      transition.ready.catch(() => {});
      await transition.finished.catch(() => {});
      for (const node of $$("[data-came]", next)) node.style.viewTransitionName = "";
    }
  } finally {
    busy = false;
    if (newest) swap();
  }
}

// --- Staying connected -----------------------------------------------------------------------------------------

let socket = null;
let tries = 0;
let beat = 0;

function banner(visible) {
  const node = $("#banner");
  if (node) node.hidden = !visible;
}

function connect() {
  const live = document.body.dataset.live;
  if (!live || (socket && socket.readyState < 2)) return;
  const address = new URL(live, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const mine = new WebSocket(address);
  socket = mine;
  mine.addEventListener("open", () => {
    beat = Date.now();
    tries = 0;
    banner(false);
    // A picture that was on its way when the connection broke is asked for again.
    for (const picture of $$("img")) if (picture.complete && !picture.naturalWidth) picture.src = picture.src;
  });
  mine.addEventListener("message", (event) => {
    beat = Date.now();
    const told = JSON.parse(event.data);
    if (told.go) location.assign(told.go);
    else if (told.html) show(told);
  });
  mine.addEventListener("close", () => {
    if (socket !== mine) return;
    banner(true);
    tries += 1;
    setTimeout(connect, Math.min(300 * 2 ** Math.min(tries, 4), 4000) + Math.random() * 200);
  });
}

// A connection that a sleep or a change of network has cut may not know it for minutes: the server's beats tell.
function renew() {
  const old = socket;
  socket = null;
  old?.close();
  connect();
}

const silent = (most) => socket?.readyState === 1 && Date.now() - beat > most;
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && silent(30000)) renew();
});
setInterval(() => {
  if (silent(50000)) renew();
}, 5000);
addEventListener("online", renew);
addEventListener("offline", () => banner(true));

// A page that waits for an analysis asks again.
const again = $("[data-again]")?.dataset.again;
if (again) setTimeout(() => location.reload(), 1000 * again);

if ($("#table")) narrow();
connect();
