import { htmlText } from '../pages/html-text.ts';
import { type HttpDocument, nameIn, type Operation, type SocketDocument } from './api-document.ts';
import { markdownHtml } from './markdown-html.ts';
import { exampleHtml, operationHtml } from './operation-html.ts';
import { fieldsHtml, typeHtml } from './schema-html.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The page of the API, as HTML. Its addresses are relative, so that it works below any base path. */
export function documentPage(http: HttpDocument, sockets: SocketDocument): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Heliograph: API</title>
<link rel="icon" href="../favicon.svg">
<link rel="stylesheet" href="docs.css">
<script src="docs.js" defer></script>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><p><img src="../favicon.svg" width="28" height="28" alt=""> <a href="../">Heliograph</a> <span>API, version ${htmlText(http.info.version)}</span></p></header>
<main>
<h1>The API of the gateway</h1>
<p>As documents for programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1) and <a href="asyncapi.json">asyncapi.json</a> (AsyncAPI 3.0, the sockets).</p>
<section>
${markdownHtml(http.info.description)}
</section>
${contentsHtml(http)}
<div id="calls" tabindex="-1">
${http.tags.map((tag) => groupHtml(tag, http)).join('\n')}
</div>
${socketsHtml(sockets)}
${refusalsHtml(http)}
${codesHtml(http)}
${shapesHtml(http)}
</main>
<p id="told" role="status"></p>
</body>
</html>
`;
}

function callsOf(http: HttpDocument, tag: string): readonly Call[] {
  return Object.entries(http.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      operation?.tags.includes(tag) === true ? [{ method, path, operation }] : [],
    ),
  );
}

function contentsHtml(http: HttpDocument): string {
  const groups = http.tags.map(({ name }) => {
    const calls = callsOf(http, name).map(
      ({ operation: { operationId, summary } }) =>
        `<li><a href="#${operationId}">${htmlText(summary)}</a></li>`,
    );
    return `<div><h3>${htmlText(name)}</h3><ul>${calls.join('')}</ul></div>`;
  });
  return `<nav aria-labelledby="contents">
<h2 id="contents">Calls</h2>
<div class="columns">${groups.join('\n')}</div>
<p><a href="#sockets">Sockets</a>, <a href="#refusals">refusals</a>, <a href="#codes">result codes</a>, <a href="#shapes">shapes</a></p>
</nav>`;
}

function groupHtml({ name, description }: HttpDocument['tags'][number], http: HttpDocument): string {
  const calls = callsOf(http, name).map((call) => operationHtml(call, http));
  return `<section><h2>${htmlText(name)}</h2><p>${htmlText(description)}</p>\n${calls.join('\n')}</section>`;
}

function socketsHtml({ info, channels, operations, components }: SocketDocument): string {
  const messageHtml = (name: string) => {
    const message = components.messages[name];
    if (message === undefined) return '';
    const [example] = message.examples;
    return `<details><summary>Example of ${htmlText(message.title)}</summary>${exampleHtml(example?.payload)}</details>`;
  };
  const socketHtml = ([name, { address, title, description }]: [
    string,
    SocketDocument['channels'][string],
  ]) => {
    const own = Object.values(operations).filter(({ channel }) => nameIn(channel.$ref) === name);
    const told = own.map(({ action, summary, messages }) => {
      const [{ $ref } = { $ref: '' }] = messages;
      const message = nameIn($ref);
      const { payload = {} } = components.messages[message] ?? {};
      const who = action === 'send' ? 'The gateway sends' : 'A client sends';
      return `<p>${who}: ${typeHtml(payload)}. ${htmlText(summary)}</p>${action === 'send' ? messageHtml(message) : ''}`;
    });
    return `<article id="socket-${name}"><h3>${htmlText(title)}</h3>
<p class="call"><span class="method">WS</span> <code>${htmlText(address)}</code> <span class="audience">for readers</span></p>
<p>${htmlText(description)}</p>
${told.join('\n')}</article>`;
  };
  return `<section><h2 id="sockets">Sockets</h2>
${markdownHtml(info.description)}
${Object.entries(channels).map(socketHtml).join('\n')}
</section>`;
}

function refusalsHtml({ components, paths }: HttpDocument): string {
  const statusOf = (name: string) =>
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap((operation) => Object.entries(operation?.responses ?? {}))
      .find(([, response]) => nameIn(response?.$ref ?? '') === name)?.[0] ?? '';
  const rows = Object.entries(components.responses).map(([name, { description = '', content = {} }]) => {
    const [{ examples = {} } = {}] = Object.values(content);
    const bodies = Object.values(examples).map((example) => exampleHtml(JSON.stringify(example?.value)));
    return `<article id="refusal-${name}"><h3>${statusOf(name)}</h3><p>${htmlText(description)}</p>${bodies.join('')}</article>`;
  });
  return `<section><h2 id="refusals">Refusals</h2><p>What every call may be answered with.</p>\n${rows.join('\n')}</section>`;
}

function codesHtml({ components }: HttpDocument): string {
  const { description = '', oneOf = [] } = components.schemas.ResultCode ?? {};
  const rows = oneOf.map(
    ({ const: code, title = '', description: sentence = '' }) =>
      `<div><dt><code>${code}</code> <span>${htmlText(title)}</span></dt><dd>${htmlText(sentence)}</dd></div>`,
  );
  return `<section><h2 id="codes">Result codes</h2><p>${htmlText(description)}</p><dl id="shape-ResultCode">\n${rows.join('\n')}\n</dl></section>`;
}

function shapesHtml({ components }: HttpDocument): string {
  const shapes = Object.entries(components.schemas).filter(([name]) => name !== 'ResultCode');
  const articles = shapes.map(([name, schema]) => {
    const told = schema.description === undefined ? '' : markdownHtml(schema.description);
    const inside = schema.properties === undefined ? `<p>${typeHtml(schema)}</p>` : fieldsHtml(schema);
    return `<article id="shape-${name}"><h3>${name}</h3>${told}${inside}</article>`;
  });
  return `<section><h2 id="shapes">Shapes</h2><p>What goes in and comes back.</p>\n${articles.join('\n')}</section>`;
}
