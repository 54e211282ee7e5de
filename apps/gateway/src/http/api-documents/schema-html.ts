import { htmlText } from '../pages/html-text.ts';
import { nameIn, type Schema } from './api-document.ts';

/** The keys of an object, each with its type, its limits and what it means. */
export function fieldsHtml(schema: Schema): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([key, field = {}]) =>
    fieldHtml(key, field, required.includes(key) ? '' : ', may be missing'),
  );
  return `<dl>\n${fields.join('\n')}\n</dl>`;
}

function fieldHtml(key: string, field: Schema, note: string): string {
  const inner = field.items?.properties === undefined ? field : field.items;
  const nested = inner.properties === undefined ? '' : fieldsHtml(inner);
  const meaning = field.description === undefined ? '' : `<p>${htmlText(field.description)}</p>`;
  const told = meaning + nested === '' ? '' : `<dd>${meaning}${nested}</dd>`;
  return `<div><dt><code>${htmlText(key)}</code> <span>${typeHtml(field)}${note}</span></dt>${told}</div>`;
}

/** What a value is, in words, with a link to the shape it has. */
export function typeHtml(schema: Schema): string {
  const { $ref, anyOf, type = 'anything', additionalProperties, items, enum: values, const: only } = schema;
  if ($ref !== undefined) {
    const name = htmlText(nameIn($ref));
    return `<a href="#shape-${name}">${name}</a>`;
  }
  if (anyOf !== undefined) return anyOf.map(typeHtml).join(' or ');
  if (additionalProperties !== undefined) {
    const key = additionalProperties.type === 'string' ? 'name' : 'serial';
    return `object of ${typeHtml(additionalProperties)} by ${key}`;
  }
  if (items !== undefined) return `list of ${typeHtml(items)}${range(schema.minItems, schema.maxItems, '')}`;
  if (only !== undefined) return `<code>${htmlText(String(only))}</code>`;
  if (values !== undefined)
    return values.map((value) => `<code>${htmlText(String(value))}</code>`).join(', ');
  const limits =
    range(schema.minimum, schema.maximum, '') + range(schema.minLength, schema.maxLength, ' characters');
  const name = [type].flat().join(' or ');
  return `${schema.format === 'ipv4' ? 'IPv4 address' : htmlText(name)}${limits}`;
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (max === undefined) return '';
  return min === undefined ? `, up to ${max}${unit}` : `, ${min} to ${max}${unit}`;
}
