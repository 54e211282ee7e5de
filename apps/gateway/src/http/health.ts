import type { FastifyInstance } from 'fastify';
import { ACCESS_RULES } from './access/access-rules.ts';
import { sendJson, sendText } from './answers/send-answer.ts';

/** What keeps the gateway from doing all its work, one English sentence each; empty when nothing does. */
export type ReadinessProblems = () => readonly string[];

/** Who watches comes back in half a minute; nobody keeps a connection open by asking. */
const CLOSE = { connection: 'close' };

/** `/healthz` tells that the process answers, `/readyz` whether it can do all its work, and else what hinders it. */
export function addHealth(app: FastifyInstance, problems: ReadinessProblems): void {
  const { alive, ready } = ACCESS_RULES.health;
  app.route({
    method: alive.method,
    url: alive.path,
    config: { rule: alive },
    handler: async (_request, reply) => sendText(reply.headers(CLOSE), 200, 'ok'),
  });
  app.route({
    method: ready.method,
    url: ready.path,
    config: { rule: ready },
    handler: async (_request, reply) => {
      const reasons = problems();
      const answer = { ready: reasons.length === 0, reasons };
      return sendJson(
        reply.headers(CLOSE).code(answer.ready ? 200 : 503),
        Buffer.from(JSON.stringify(answer)),
      );
    },
  });
}
