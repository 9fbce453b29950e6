import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { JobHost } from '#web/features/jobs/index.tsx'
import { FeedbackDialog } from '#web/features/messages/index.tsx'
import { navigate } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { themeAtom, themeChoiceAtom } from '#web/lib/theme.ts'
import { LazyBoundary, type LazyComponent, lazyComponent } from '#web/ui/lazy.tsx'
import { preloadMenuContent } from '#web/ui/menu-loader.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { aboutOpenAtom, feedbackOpenAtom, shortcutsOpenAtom } from './global-dialog-atoms.ts'
import { paletteOpenAtom, paletteWantedAtom } from './palette-atoms.ts'

const ShortcutsDialog = lazyComponent(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)
const AboutDialog = lazyComponent(async () => (await import('./about-dialog.tsx')).AboutDialog)

const whenIdle = (run: () => void) => {
  const timer = window.setTimeout(run, 1500)
  return () => window.clearTimeout(timer)
}

/**
 * The global dialogs, rendered once above every screen: palette, shortcuts, messages, and the global keys.
 *
 * @param palette the global search and `loadPalette`, which preloads it
 */
export function GlobalDialogs(props: { palette: LazyComponent; loadPalette: () => Promise<unknown> }) {
  const { palette: Palette, loadPalette } = props
  const [paletteOpen, openPalette] = useAtom(paletteOpenAtom)
  const [shortcutsOpen, showShortcuts] = useAtom(shortcutsOpenAtom)
  const [aboutOpen, showAbout] = useAtom(aboutOpenAtom)
  const [feedbackOpen, showFeedback] = useAtom(feedbackOpenAtom)
  const [wanted, want] = useAtom(paletteWantedAtom)
  const [used, setUsed] = useState(false)
  const user = useAtomValue(userAtom)
  const theme = useAtomValue(themeAtom)
  const setTheme = useSetAtom(themeChoiceAtom)
  useShortcut('mod+k', () => openPalette(true), { inFields: true })
  useShortcut('?', () => showShortcuts(true))
  useShortcut('g h', () => navigate('/item/index'), { enabled: Boolean(user) })
  useShortcut('g m', () => navigate('/message/index'), { enabled: Boolean(user) })
  useShortcut('mod+shift+l', () => setTheme(theme === 'dark' ? 'light' : 'dark'), { inFields: true })
  // Preloaded, so that they open at once: for users, and for visitors who are about to search. One who reads a page needs
  // neither, and they are a quarter of what the page loads.
  const isUser = Boolean(user)
  useEffect(() => {
    if (isUser) return whenIdle(() => want(true))
    const onKey = ({ key }: KeyboardEvent) => (key === 'Control' || key === 'Meta') && want(true)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isUser, want])
  useEffect(() => {
    if (!wanted) return
    // If the server is unreachable now, opening the palette tries again.
    loadPalette().then(
      () => setUsed(true),
      () => undefined,
    )
    preloadMenuContent()
  }, [wanted, loadPalette])
  return (
    <>
      <Toaster />
      <JobHost />
      <LazyBoundary>{(used || paletteOpen) && <Palette />}</LazyBoundary>
      <LazyBoundary>{shortcutsOpen && <ShortcutsDialog onClose={() => showShortcuts(false)} />}</LazyBoundary>
      <LazyBoundary>{feedbackOpen && <FeedbackDialog onClose={() => showFeedback(false)} />}</LazyBoundary>
      <LazyBoundary>{aboutOpen && <AboutDialog onClose={() => showAbout(false)} />}</LazyBoundary>
    </>
  )
}
