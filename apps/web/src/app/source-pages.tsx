import type { SourceDocument } from '@heliograph/contract';
import { type ComponentType, lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { deviceIn } from '../features/sources/device/device-parts.ts';
import { SourcesPage } from '../features/sources/sources-page.tsx';
import { Waiting } from '../shared/form/waiting.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';

const DevicePage = lazy(async () => ({
  default: (await import('../features/sources/device/device-page.tsx')).DevicePage,
}));

/** The sources of inverters, or one of them from near: its address says which. */
export function SourcePages() {
  const device = deviceIn(useSearch());
  if (device === undefined) return <SourcesPage />;
  return (
    <Suspense
      fallback={
        <Waiting>
          <Skeleton height="20rem" />
        </Waiting>
      }
    >
      <DevicePage id={device} settingsPages={SETTINGS_PAGES} />
    </Suspense>
  );
}

/** A page of our own settings; the documents of a device are shown on these. A feature cannot know another one. */
const SETTINGS_PAGES: Readonly<Record<SourceDocument, ComponentType>> = {
  network: lazy(async () => ({
    default: (await import('../features/network-settings/network-settings-page.tsx')).NetworkSettingsPage,
  })),
  time: lazy(async () => ({
    default: (await import('../features/ntp-settings/ntp-settings-page.tsx')).NtpSettingsPage,
  })),
  mqtt: lazy(async () => ({
    default: (await import('../features/mqtt-settings/mqtt-settings-page.tsx')).MqttSettingsPage,
  })),
  dtu: lazy(async () => ({
    default: (await import('../features/dtu-settings/dtu-settings-page.tsx')).DtuSettingsPage,
  })),
  security: lazy(async () => ({
    default: (await import('../features/security-settings/security-settings-page.tsx')).SecuritySettingsPage,
  })),
  device: lazy(async () => ({
    default: (await import('../features/device-manager/device-manager-page.tsx')).DeviceManagerPage,
  })),
};
