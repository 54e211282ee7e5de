import { htmlText } from '../pages/html-text.ts';

/** As much of Markdown as the documents use: paragraphs, lists, code, strong and emphasised words. */
export function markdownHtml(text: string): string {
  return text.split('\n\n').map(blockHtml).join('\n');
}

function blockHtml(block: string): string {
  const [first = '', ...items] = block.split('\n- ');
  const paragraph = `<p>${wordsHtml(first)}</p>`;
  if (items.length === 0) return paragraph;
  return `${paragraph}\n<ul>${items.map((item) => `<li>${wordsHtml(item)}</li>`).join('')}</ul>`;
}

function wordsHtml(text: string): string {
  return htmlText(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');
}
