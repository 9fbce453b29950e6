export { HelperHost } from './helper-host.tsx'
export { pasteAtom } from './paste/paste-atoms.ts'
export { useHelperEntries } from './use-helper-entries.tsx'
