/** What a log and a gateway that writes it are made of, for copies of both that lack something. */
export { createLog } from '../../apps/gateway/src/platform/log.ts';
export { startSharedGateway } from '../../apps/gateway/test/start-test-gateway.ts';
