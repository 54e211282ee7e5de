/** All that bad input is sent to, in one build for the copies of it that lack their guards. */
export { createLog } from '../../../apps/gateway/src/platform/log.ts';
export { openConfigBench } from '../../../apps/gateway/test/config-bench.ts';
export { createTestPlatform, startSharedGateway } from '../../../apps/gateway/test/start-test-gateway.ts';
export { openPostTarget } from '../input/post-target.ts';
