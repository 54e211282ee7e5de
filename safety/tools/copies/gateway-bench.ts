/** A gateway in the process of the test, as one entry, so that guards can be taken out of a copy of it. */
export { startPlantGateway } from '../../../apps/gateway/test/plant-gateway.ts';
export { startTestGateway } from '../../../apps/gateway/test/start-test-gateway.ts';
