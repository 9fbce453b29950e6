import type { CSSProperties } from 'react'

/** A line that explains what is above it. */
export const note: CSSProperties = { color: 'var(--text-3)', fontSize: 'var(--fs-sm)', overflowWrap: 'anywhere' }

/** Parts below each other. No style sheet of its own: each one is part of the first visit. */
export const stack: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--space-4)',
}

/** Short choices next to each other, as many as fit. */
export const columns: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(13rem, 100%), 1fr))',
  gap: 'var(--space-2) var(--space-4)',
}
