import type { AnyEndpoint } from '@heliograph/contract';
import { type ReactNode, useMemo } from 'react';
import type { Call } from '../../../shared/api/call.ts';
import { ServicesProvider, useServices } from '../../../shared/api/services.ts';
import { DEVICE_WAIT_MS } from './device-call.ts';

/** Has all that is asked inside of it wait for as long as a device may take. */
export function PatientServices({ children }: { readonly children: ReactNode }) {
  const services = useServices();
  const patient = useMemo(() => {
    const call = services.call as (
      endpoint: AnyEndpoint<unknown, unknown>,
      options?: object,
    ) => Promise<unknown>;
    const waiting = (endpoint: AnyEndpoint<unknown, unknown>, options?: object) =>
      call(endpoint, { waitMs: DEVICE_WAIT_MS, ...options });
    return { ...services, call: waiting as Call };
  }, [services]);
  return <ServicesProvider value={patient}>{children}</ServicesProvider>;
}
