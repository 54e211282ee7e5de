import type { IconNode } from 'lucide';
import { createElement, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'of'> {
  /** The drawing: one of the icons of the package lucide. */
  readonly of: IconNode;
  /** Width and height in px. */
  readonly size: number;
}

/** A drawing of 24 by 24 units, in the colour of the text around it. A text beside it says the same, so nobody has it read out. */
export function Icon({ of, size, ...more }: IconProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...more}
    >
      {of.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}
