import type { CSSProperties } from 'react'

/** Parts below each other. No style sheet of its own: each one is part of the first visit. */
export const stack: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--space-4)',
}

/** Sections of a form below each other, as wide as is good to read. */
export const sections: CSSProperties = { ...stack, gap: 'var(--space-8)', maxWidth: 720 }

/** The heading of a section. */
export const heading: CSSProperties = { fontSize: 'var(--fs-lg)', fontWeight: 'var(--fw-bold)' }

/** What is said under a heading. */
export const remark: CSSProperties = { fontSize: 'var(--fs-sm)', lineHeight: 'var(--lh-sm)', color: 'var(--text-2)' }
