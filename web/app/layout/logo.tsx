/** The product's logo. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent-solid)" />
      <path d="M7 14.2 16 7l9 7.2V23a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2z" fill="var(--on-solid)" />
      <path d="M11.5 16.5h9M11.5 20.5h5.5" stroke="var(--accent-solid)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
