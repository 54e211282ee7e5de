// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

function Card({ value }: { readonly value: number }) {
  if (value < 0) throw new Error('a value that the card did not expect');
  return <p>{value}</p>;
}

describe('an error boundary', () => {
  afterEach(cleanup);

  it('keeps a failure inside, and gives new data another chance', () => {
    vi.spyOn(console, 'error').mockReturnValue(); // React reports what a boundary caught
    const page = (value: number) => (
      <>
        <ErrorBoundary fallback={<p>{'broken'}</p>} resetKey={value}>
          <Card value={value} />
        </ErrorBoundary>
        <p>{'neighbour'}</p>
      </>
    );
    const { rerender } = render(page(1));
    rerender(page(-1));
    expect(screen.getByText('broken')).toBeDefined();
    expect(screen.getByText('neighbour')).toBeDefined();
    rerender(page(2));
    expect(screen.getByText('2')).toBeDefined();
    expect(screen.queryByText('broken')).toBeNull();
  });
});
