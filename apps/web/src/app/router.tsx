import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { LiveDataPage } from '../features/live-data/live-data-page.tsx';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { findPage, type PageName } from '../shared/lib/routes.ts';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { PageFailed } from './page-failed.tsx';
import { RequireLogin } from './require-login.tsx';

const areaPages = () => import('./area-pages.tsx');
const AboutPage = lazy(async () => ({ default: (await areaPages()).AboutPage }));
const ConfigManagementPage = lazy(async () => ({ default: (await areaPages()).ConfigManagementPage }));
const ConsolePage = lazy(async () => ({ default: (await areaPages()).ConsolePage }));
const DeviceManagerPage = lazy(async () => ({ default: (await areaPages()).DeviceManagerPage }));
const DtuSettingsPage = lazy(async () => ({ default: (await areaPages()).DtuSettingsPage }));
const FirmwareUpgradePage = lazy(async () => ({ default: (await areaPages()).FirmwareUpgradePage }));
const InverterSettingsPage = lazy(async () => ({ default: (await areaPages()).InverterSettingsPage }));
const LoginPage = lazy(async () => ({ default: (await areaPages()).LoginPage }));
const MqttInfoPage = lazy(async () => ({ default: (await areaPages()).MqttInfoPage }));
const MqttSettingsPage = lazy(async () => ({ default: (await areaPages()).MqttSettingsPage }));
const NetworkInfoPage = lazy(async () => ({ default: (await areaPages()).NetworkInfoPage }));
const NetworkSettingsPage = lazy(async () => ({ default: (await areaPages()).NetworkSettingsPage }));
const NotFoundPage = lazy(async () => ({ default: (await areaPages()).NotFoundPage }));
const NtpInfoPage = lazy(async () => ({ default: (await areaPages()).NtpInfoPage }));
const NtpSettingsPage = lazy(async () => ({ default: (await areaPages()).NtpSettingsPage }));
const RebootPage = lazy(async () => ({ default: (await areaPages()).RebootPage }));
const SecuritySettingsPage = lazy(async () => ({ default: (await areaPages()).SecuritySettingsPage }));
const SystemInfoPage = lazy(async () => ({ default: (await areaPages()).SystemInfoPage }));

/** The page at the current address. */
export function Router() {
  const [path] = useLocation();
  const page = findPage(path);
  return (
    <ErrorBoundary fallback={<PageFailed />} resetKey={path}>
      <Suspense fallback={null}>
        <Page page={page} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Page({ page }: { readonly page: PageName | undefined }) {
  const { area } = useI18n();
  // Asked for here so that the texts travel beside the code of the page and not after it.
  if (page !== 'home') void area();
  switch (page) {
    case undefined:
      return <NotFoundPage />;
    case 'home':
      return <LiveDataPage />;
    case 'login':
      return <LoginPage />;
    case 'console':
      return <ConsolePage />;
    case 'deviceManager':
      return <DeviceManagerPage />;
    case 'dtuSettings':
      return <DtuSettingsPage />;
    case 'inverterSettings':
      return <InverterSettingsPage />;
    case 'networkSettings':
      return <NetworkSettingsPage />;
    case 'securitySettings':
      return <SecuritySettingsPage />;
    case 'mqttSettings':
      return <MqttSettingsPage />;
    case 'ntpSettings':
      return <NtpSettingsPage />;
    case 'about':
      return <AboutPage />;
    case 'mqttInfo':
      return <MqttInfoPage />;
    case 'networkInfo':
      return <NetworkInfoPage />;
    case 'ntpInfo':
      return <NtpInfoPage />;
    case 'systemInfo':
      return <SystemInfoPage />;
    case 'configManagement':
      return <ConfigManagementPage />;
    case 'firmwareUpgrade':
      return (
        <RequireLogin>
          <FirmwareUpgradePage />
        </RequireLogin>
      );
    case 'reboot':
      return (
        <RequireLogin>
          <RebootPage />
        </RequireLogin>
      );
  }
}
