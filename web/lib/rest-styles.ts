import { loadRestStyles } from './styles.ts'

// The build has every script import this whose styles are not in the first style sheet: it is evaluated after them. See
// build/split-styles.ts. Without them, `lazyComponent` shows nothing that needs them.
await loadRestStyles()
