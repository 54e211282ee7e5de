import { htmlText } from '../pages/html-text.ts';
import {
  type Content,
  type Example,
  type HttpDocument,
  nameIn,
  type Operation,
  type Response,
} from './api-document.ts';
import { markdownHtml } from './markdown-html.ts';
import { fieldsHtml, typeHtml } from './schema-html.ts';

/** Who may call, by the word that the document has for it. */
const AUDIENCES: Readonly<Record<string, string>> = {
  anyone: 'for anyone',
  readers: 'for readers',
  'whoever is logged in': 'for whoever is logged in',
  operators: 'for operators',
  admin: 'for admins',
  'admin in person': 'for admins in person',
};

/** One call: what it is for, how to try it, what goes in and what comes back. */
export function operationHtml(
  {
    method,
    path,
    operation,
  }: { readonly method: string; readonly path: string; readonly operation: Operation },
  document: HttpDocument,
): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const more = description.startsWith(`${summary}.`)
    ? description.slice(summary.length + 1).trim()
    : description;
  const [sample] = operation['x-codeSamples'];
  const [data] = Object.values(requestBody?.content ?? {});
  return `<article id="${operationId}">
<h3>${htmlText(summary)}</h3>
<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${htmlText(path)}</code> <span class="audience">${AUDIENCES[operation['x-access']] ?? ''}</span></p>
${more === '' ? '' : markdownHtml(more)}
${parameters.map(({ name, description: meaning }) => `<p><code>?${htmlText(name)}=</code> ${htmlText(meaning)}</p>`).join('\n')}
${requestBody === undefined ? '' : bodyHtml(requestBody.description, data)}
${sample === undefined ? '' : commandHtml(sample.source)}
${answersHtml(responses, document)}
</article>`;
}

function bodyHtml(description: string | undefined, content: Content | undefined): string {
  const fields = content?.schema?.properties ?? {};
  const form =
    fields.data === undefined
      ? fieldsHtml(content?.schema ?? {})
      : `<p>Body: ${typeHtml(fields.data)}. ${htmlText(description ?? '')}</p>`;
  return form;
}

/** The script puts a button below it, and the gateway's own address in the place of the one in the document. */
function commandHtml(source: string): string {
  return `<pre class="command"><code>${escaped(source)}</code></pre>`;
}

function answersHtml(responses: Operation['responses'], document: HttpDocument): string {
  const { 200: good, ...others } = responses;
  const refusals = Object.entries(others).map(([status, response = {}]) => refusalHtml(status, response));
  const [[type, content] = []] = Object.entries(good?.content ?? {});
  return `<p>Answer 200${content === undefined ? '' : `: ${type === 'application/json' ? typeHtml(content.schema ?? {}) : 'text'}`}. ${htmlText(good?.description ?? '')}</p>
${content === undefined ? '' : examplesHtml(content, document)}
<p class="quiet">Otherwise: ${refusals.join(', ')}.</p>`;
}

function refusalHtml(status: string, { $ref, description = '' }: Response): string {
  return $ref === undefined
    ? `${status} (${htmlText(description.replace(/\.$/, ''))})`
    : `<a href="#refusal-${nameIn($ref)}">${status}</a>`;
}

function examplesHtml({ example, examples }: Content, document: HttpDocument): string {
  if (example !== undefined) return `<details><summary>Example</summary>${exampleHtml(example)}</details>`;
  const rows = Object.entries(examples ?? {}).map(([name, entry = {}]) => resultHtml(name, entry, document));
  return rows.length === 0
    ? ''
    : `<details><summary>${rows.length} possible results</summary><dl>${rows.join('\n')}</dl></details>`;
}

/** A value as it is sent, in a form that people can read. */
export function exampleHtml(value: unknown): string {
  return `<pre><code>${escaped(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</code></pre>`;
}

function resultHtml(name: string, entry: Example, document: HttpDocument): string {
  const { value } =
    entry.$ref === undefined ? entry : (document.components.examples[nameIn(entry.$ref)] ?? {});
  const { code, message } = value as { readonly code?: number; readonly message?: string };
  return `<div><dt><code>${code ?? 'no code'}</code> <span>${htmlText(name)}</span></dt><dd>${htmlText(message ?? '')}</dd></div>`;
}

/** Code keeps its backticks. */
function escaped(text: string): string {
  return text.split('`').map(htmlText).join('`');
}
