import type { CSSProperties } from 'react'

/** Parts below each other. No style sheet of its own: each one is part of the first visit. */
export const stack: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--space-4)',
}
