/**
 * The live view by hand: what a browser needs at least for the same data, the same kind of DOM and the same content
 * policy. The DOM is made once; a push changes the texts that are different, and nothing else. A measure, not a product:
 * one language, one path, no error is handled. With `data-panels="all"` every inverter has its DOM, and one is shown.
 */

const TOTALS = { Power: 'Total power', YieldDay: 'Yield today', YieldTotal: 'Total yield' };
const CHANNELS = ['0', '1', '2', '3', '4'];
const LABELS = { 'Power DC': 'DC power', YieldDay: 'Yield today', YieldTotal: 'Total yield' };
const ACTIONS = ['Limit', 'Power', 'Device info', 'Event log'];
const SVG = 'http://www.w3.org/2000/svg';

const HAS_ALL = document.documentElement.dataset.panels === 'all';

const byId = (id) => document.getElementById(id);
const formats = [];
/** What is shown of the newest message: a text node and its text for each name of a value. */
const shown = new Map();
let newest;
let receivedAtMs = 0;
let chosenSerial;

function digits(value, decimals) {
  if (value === null) return '–';
  formats[decimals] ??= new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return formats[decimals].format(value);
}

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  made.append(...children);
  return made;
}

/** A text that pushes change. */
function changing(name, text) {
  const node = document.createTextNode(text);
  shown.set(name, { node, text });
  return node;
}

function change(name, text) {
  const entry = shown.get(name);
  if (entry === undefined || entry.text === text) return;
  entry.text = text;
  entry.node.data = text;
}

function measured(name, { v, u, d }) {
  return element('span', {}, changing(name, digits(v, d)), element('span', { class: 'unit' }, ` ${u}`));
}

function icon() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', 'M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20m0 4v6l4 4');
  svg.append(path);
  return svg;
}

function summaryOf({ inverters }) {
  return `${inverters.filter(({ producing }) => producing).length} of ${inverters.length} producing`;
}

function stateOf({ reachable, producing }) {
  return reachable ? (producing ? 'Producing' : 'Not producing') : 'Unreachable';
}

function limitOf({ limit_relative, limit_absolute }) {
  return `${digits(limit_absolute, 0)} W | ${digits(limit_relative, 0)}%`;
}

function ageOf({ data_age }) {
  return `${data_age + Math.floor((performance.now() - receivedAtMs) / 1000)} s`;
}

function drawTotals(live) {
  for (const name in TOTALS) {
    const card = element('div', { class: 'card' }, element('h2', {}, TOTALS[name]));
    card.append(element('p', { class: 'number' }, measured(`total ${name}`, live.total[name])));
    if (name === 'Power') card.append(element('p', { class: 'quiet' }, changing('summary', summaryOf(live))));
    byId('totals').append(card);
  }
}

function drawTabs({ inverters }) {
  for (const inverter of inverters) {
    const { serial, name } = inverter;
    const tab = element('button', { role: 'tab', 'aria-selected': serial === chosenSerial });
    const state = element('span', { class: 'quiet' }, changing(`${serial} state`, stateOf(inverter)));
    tab.append(icon(), element('span', {}, name), measured(`${serial} power`, inverter[0].Power), state);
    tab.onclick = () => choose(serial, tab);
    byId('tabs').append(tab);
  }
}

function choose(serial, tab) {
  chosenSerial = serial;
  for (const other of byId('tabs').children) other.ariaSelected = other === tab;
  if (HAS_ALL) {
    for (const panel of byId('panel').children) panel.hidden = panel.dataset.serial !== serial;
    return;
  }
  byId('panel').replaceChildren();
  drawPanel(newest.inverters.find((inverter) => inverter.serial === serial));
}

function drawPanel(inverter) {
  const { serial, name } = inverter;
  const fact = (label, ...value) => element('div', {}, element('dt', {}, label), element('dd', {}, ...value));
  const facts = element('dl', { class: 'facts' }, fact('Serial', serial, element('button', {}, icon())));
  facts.append(fact('Limit', changing(`${serial} limit`, limitOf(inverter))));
  facts.append(fact('Data age', changing(`${serial} age`, ageOf(inverter))));
  const title = element('div', { class: 'title' }, element('h2', {}, name));
  title.append(element('span', { class: 'badge' }, icon(), changing(`${serial} badge`, stateOf(inverter))));
  const toolbar = element('div', { role: 'toolbar', 'aria-label': 'Actions' });
  for (const action of ACTIONS) toolbar.append(element('button', {}, icon(), element('span', {}, action)));
  toolbar.firstChild.onclick = () => openLimit(inverter);
  const cards = element('div', { class: 'channels' });
  for (const number of CHANNELS)
    if (inverter[number]) cards.append(channelCard(serial, number, inverter[number]));
  const panel = element(
    'div',
    { 'data-serial': serial },
    element('header', {}, title, facts),
    toolbar,
    cards,
  );
  panel.hidden = serial !== chosenSerial;
  byId('panel').append(panel);
}

function channelCard(serial, number, channel) {
  const title = number === '0' ? 'Phase' : channel.name.u || `String ${number}`;
  const card = element('article', { class: 'card', 'data-channel': number }, element('h3', {}, title));
  if (channel.Irradiation) {
    const fill = element('div', { class: 'fill' });
    fill.style.width = `${channel.Irradiation.v}%`;
    shown.set(`${serial} ${number} bar`, { node: fill, text: '' });
    card.append(element('div', { class: 'bar' }, fill));
  }
  const values = element('dl', { class: 'values' });
  for (const name in channel) {
    if (name === 'name') continue;
    const value = element('dd', {}, measured(`${serial} ${number} ${name}`, channel[name]));
    values.append(
      element('div', { 'data-quantity': name.toLowerCase() }, element('dt', {}, LABELS[name] ?? name), value),
    );
  }
  card.append(values);
  return card;
}

function update(live) {
  for (const name in TOTALS) change(`total ${name}`, digits(live.total[name].v, live.total[name].d));
  change('summary', summaryOf(live));
  for (const inverter of live.inverters) {
    const { serial } = inverter;
    change(`${serial} state`, stateOf(inverter));
    change(`${serial} power`, digits(inverter[0].Power.v, inverter[0].Power.d));
    if (HAS_ALL || serial === chosenSerial) updatePanel(inverter);
  }
}

function updatePanel(inverter) {
  const { serial } = inverter;
  change(`${serial} badge`, stateOf(inverter));
  change(`${serial} limit`, limitOf(inverter));
  change(`${serial} age`, ageOf(inverter));
  for (const number of CHANNELS) {
    const channel = inverter[number];
    for (const name in channel) {
      if (name !== 'name') change(`${serial} ${number} ${name}`, digits(channel[name].v, channel[name].d));
    }
    const width = `${channel?.Irradiation?.v}%`;
    const bar = shown.get(`${serial} ${number} bar`);
    if (bar !== undefined && bar.text !== width) {
      bar.text = width;
      bar.node.style.width = width;
    }
  }
}

function take(live) {
  receivedAtMs = performance.now();
  const isFirst = newest === undefined;
  newest = live;
  if (!isFirst) return update(live);
  chosenSerial = live.inverters[0].serial;
  drawTotals(live);
  drawTabs(live);
  for (const inverter of HAS_ALL ? live.inverters : live.inverters.slice(0, 1)) drawPanel(inverter);
}

function tick() {
  for (const inverter of newest.inverters) change(`${inverter.serial} age`, ageOf(inverter));
}

async function openLimit({ serial, name }) {
  byId('dialog-inverter').textContent = name;
  byId('dialog').showModal();
  const answer = await fetch('/api/limit/status');
  const status = (await answer.json())[serial];
  byId('dialog-limit').textContent = `${digits(status.limit_relative, 2)}%`;
  byId('dialog-order').textContent = status.limit_set_status;
}

take(await (await fetch('/api/livedata/status')).json());
setInterval(tick, 1000);
const socket = new WebSocket('/livedata');
socket.onopen = () => {
  byId('link').textContent = 'Live';
};
socket.onmessage = ({ data }) => take(JSON.parse(data));
