import type { IconNode } from 'lucide';

/** The drawings in an element, in the form in which the package lucide has them. */
export function shownIcons(element: Element | null | undefined): IconNode[] {
  return [...(element?.querySelectorAll('svg') ?? [])].map((svg) =>
    [...svg.children].map(
      ({ tagName, attributes }) =>
        [
          tagName.toLowerCase(),
          Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
        ] as const,
    ),
  ) as unknown as IconNode[];
}
