import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { ACCESS_RULES } from '../access/access-rules.ts';
import { answerFile, representation, type WebFile } from '../pages/web-file.ts';

/** Adds the documents of the API and the page that shows them: they say nothing that is not public. */
export function addApiDocuments(app: FastifyInstance): void {
  for (const name of Object.keys(ACCESS_RULES.documents) as (keyof typeof ACCESS_RULES.documents)[]) {
    let file: WebFile | undefined;
    app.route({
      method: ACCESS_RULES.documents[name].method,
      url: ACCESS_RULES.documents[name].path,
      config: { rule: ACCESS_RULES.documents[name] },
      handler: async (request, reply) => {
        file ??= await loadFile(name);
        const { status, headers, body } = answerFile(file, request.headers);
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
}

/** They are large and seldom asked for: a start does not wait for them, and most gateways never hold them. */
async function loadFile(name: keyof typeof ACCESS_RULES.documents): Promise<WebFile> {
  const { DOCUMENT_FILES } = await import('./document-files.ts');
  const [type, text] = DOCUMENT_FILES[name]();
  const bytes = Buffer.from(text);
  return { type, isImmutable: false, plain: representation(bytes), gzip: representation(gzipSync(bytes)) };
}
