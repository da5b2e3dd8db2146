/** What a click does in web applications: `done()` shows the outcome in the part of the page that has the button. */
export const OUTCOME_PATTERNS: Record<string, string> = {
  'text at once': 'done()',
  'counter at once': 'out.textContent = text + " 1"',
  'list item added': 'out.append(Object.assign(document.createElement("li"), { textContent: text }))',
  'table sorted': 'out.innerHTML = "<table><tr><td>" + text + "</td></tr></table>"',
  'dialog opened':
    'const d = document.createElement("dialog"); d.textContent = text; out.append(d); d.show()',
  'menu expanded':
    'go.setAttribute("aria-expanded", "true"); out.innerHTML = "<ul role=menu><li role=menuitem>" + text + "</li></ul>"',
  'tab switched': 'out.innerHTML = "<div role=tabpanel>" + text + "</div>"',
  'value set': 'field.value = text',
  'attribute changed': 'field.setAttribute("aria-label", text)',
  'style shown': 'out.hidden = true; out.textContent = text; out.hidden = false',
  'promise chain': 'Promise.resolve().then(() => {}).then(done)',
  'animation frame': 'requestAnimationFrame(done)',
  'two frames': 'requestAnimationFrame(() => requestAnimationFrame(done))',
  'zero timer': 'setTimeout(done)',
  'timer 50': 'setTimeout(done, 50)',
  'timer 150': 'setTimeout(done, 150)',
  'timer 300': 'setTimeout(done, 300)',
  'timer 450': 'setTimeout(done, 450)',
  'timer 700': 'setTimeout(done, 700)',
  'chained timers': 'setTimeout(() => setTimeout(done, 150), 150)',
  'interval of five':
    'let n = 0; const i = setInterval(() => { if (++n === 5) { clearInterval(i); done() } }, 60)',
  'idle callback': 'requestIdleCallback(() => setTimeout(done, 30))',
  'message channel': 'const c = new MessageChannel(); c.port1.onmessage = done; c.port2.postMessage(1)',
  'window message': 'addEventListener("message", done, { once: true }); postMessage(1)',
  'broadcast channel':
    'const [a, b] = [new BroadcastChannel(text), new BroadcastChannel(text)]; b.onmessage = () => setTimeout(done, 50); a.postMessage(1)',
  worker:
    'const w = new Worker(URL.createObjectURL(new Blob(["onmessage = () => { const e = performance.now() + 400; while (performance.now() < e); postMessage(1) }"]))); w.onmessage = done; w.postMessage(1)',
  'indexed database':
    'const o = indexedDB.open(text + Math.random()); o.onupgradeneeded = () => o.result.createObjectStore("s"); o.onsuccess = () => { const t = o.result.transaction("s", "readwrite"); t.objectStore("s").put(1, 1); t.oncomplete = done }',
  'cache storage': 'caches.open(text).then((c) => c.put("/x", new Response("1"))).then(done)',
  request: 'fetch("/slow").then(done)',
  'old request': 'const x = new XMLHttpRequest(); x.open("GET", "/slow"); x.onload = done; x.send()',
  'two requests': 'fetch("/slow").then(() => fetch("/slow")).then(done)',
  'request then timer': 'fetch("/slow").then(() => setTimeout(done, 200))',
  'debounced request': 'setTimeout(() => fetch("/slow").then(done), 300)',
  'picture loads': 'const i = new Image(); i.onload = i.onerror = done; i.src = "/slow?" + Math.random()',
  'script loads':
    'const s = document.createElement("script"); s.src = "/script"; s.onload = done; document.head.append(s)',
  'dynamic import': 'import("/script?" + Math.random()).then(done)',
  transition:
    'out.style.cssText = "transition: opacity 0.3s; opacity: 1"; out.getBoundingClientRect(); out.ontransitionend = done; out.style.opacity = "0.5"',
  animation: 'out.animate([{ opacity: 0 }, { opacity: 1 }], 300).finished.then(done)',
  'resize observer': 'new ResizeObserver((_, o) => { o.disconnect(); setTimeout(done, 20) }).observe(out)',
  digest: 'crypto.subtle.digest("SHA-256", new Uint8Array(1e6)).then(done)',
  'file reader': 'const r = new FileReader(); r.onload = done; r.readAsText(new Blob([text]))',
  'history entry': 'history.pushState(null, "", "#" + Math.random()); setTimeout(done, 100)',
  'timer in a frame': 'frames[0].setTimeout(done, 200)',
  'frame rewritten': 'setTimeout(() => { frames[0].document.body.textContent = text }, 150)',
  'shadow root': 'setTimeout(() => { inner.textContent = text }, 150)',
  'busy region':
    'region.setAttribute("aria-busy", "true"); setTimeout(() => { region.removeAttribute("aria-busy"); done() }, 900)',
  'progress bar': 'out.innerHTML = "<div role=progressbar aria-label=Saving></div>"; setTimeout(done, 900)',
  'button says so':
    'go.textContent = "Saving…"; go.disabled = true; setTimeout(() => { go.textContent = "Save"; done() }, 900)',
  'button says so without dots':
    'go.textContent = "Processing payment"; setTimeout(() => { go.textContent = "Pay"; done() }, 1200)',
  'optimistic, then taken back':
    'out.textContent = "Liked"; fetch("/slow").then(() => Promise.reject()).catch(done)',
  'upload in percent':
    'let n = 0; const i = setInterval(() => { n += 25; out.textContent = "Uploading " + n + "%"; if (n === 100) { clearInterval(i); done() } }, 150)',
  'shared worker':
    'const w = new SharedWorker(URL.createObjectURL(new Blob(["onconnect = ({ ports: [p] }) => { p.onmessage = () => setTimeout(() => p.postMessage(1), 200) }"]))); w.port.onmessage = done; w.port.postMessage(1)',
  'messages in turn':
    'const c = new MessageChannel(); let n = 0; c.port1.onmessage = () => { if (++n === 30) done(); else c.port2.postMessage(n) }; c.port2.postMessage(0)',
  'observers in turn':
    'new MutationObserver((_, o) => { o.disconnect(); setTimeout(done, 60) }).observe(field, { attributes: true }); new MutationObserver((_, o) => { o.disconnect(); field.title = text }).observe(go, { attributes: true }); go.title = text',
  'lock of the browser':
    'navigator.locks.request(text, () => new Promise((r) => setTimeout(r, 250))).then(done)',
  'way back in an app':
    'history.pushState(null, "", "#a" + Math.random()); addEventListener("popstate", () => setTimeout(done, 80), { once: true }); history.back()',
};

const NAMES = Object.keys(OUTCOME_PATTERNS);

const regionFor = (name: string, at: number): string => `<section id=region${at} aria-label="Part ${at}">
<button id=go${at}>Go ${at}</button><div id=out${at}></div><input id=field${at} aria-label="Field ${at}"><div id=host${at}></div></section>
<script>{
  const [region, go, out, field, host] = ['region', 'go', 'out', 'field', 'host'].map((id) => document.getElementById(id + ${at}));
  const text = 'Done with ${at}.';
  host.attachShadow({ mode: 'open' }).innerHTML = '<p>Nothing yet</p>';
  const inner = host.shadowRoot.querySelector('p');
  const done = () => { out.innerHTML = '<p>' + text + '</p>' };
  go.onclick = () => { ${OUTCOME_PATTERNS[name]} };
}</script>`;

/** `doneAt` is when the outcome of the last click came, on the machine's clock. */
export const outcomesPage = (): string => `<!doctype html><title>Outcomes</title>
<iframe title=Frame srcdoc="<p>Nothing yet</p>" height=50></iframe>
<script>let doneAt = 0; const noted = () => { doneAt = Date.now() };
  new MutationObserver(noted).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });</script>
${NAMES.map(regionFor).join('')}`;
