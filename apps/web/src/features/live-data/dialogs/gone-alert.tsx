import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Alert } from '../../../shared/ui/alert.tsx';

/** Why nothing can be sent any more: the gateway knows no such inverter. `id` is for the buttons to refer to. */
export function GoneAlert({ id }: { readonly id: string }) {
  const { control } = useTexts('control');
  return (
    <div id={id}>
      <Alert kind="warning" announced>
        {control.gone}
      </Alert>
    </div>
  );
}
