import { useEffect } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { useAskedPlace } from './asked-context.ts';
import type { Asked } from './asked-order.ts';
import { type AskedStore, createAskedStore } from './asked-store.ts';
import { confirmedSentence } from './asked-text.ts';

/** Lets the orders be followed on every page, rests while nobody looks, and tells what was confirmed. */
export function AskedWatcher({ store }: { readonly store: AskedStore }) {
  const { format } = useI18n();
  const { control } = useTexts('control');
  const { announce } = useNotices();

  useEffect(() => store.start(), [store]);

  useEffect(() => {
    const follow = () => store.setHidden(document.visibilityState === 'hidden');
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [store]);

  useEffect(
    () => store.onConfirmed((order) => announce(confirmedSentence(control, format, order))),
    [store, control, format, announce],
  );

  return null;
}

/** Hands an order that the gateway has accepted to those who follow it until the inverter has confirmed it. */
export function usePlaceOrder(): (serial: string, name: string, asked: Asked) => void {
  const services = useServices();
  const { store, keep } = useAskedPlace();
  return (serial, name, asked) => {
    const kept = store ?? createAskedStore(services);
    if (store === undefined) keep(kept);
    kept.place(serial, name, asked);
  };
}
