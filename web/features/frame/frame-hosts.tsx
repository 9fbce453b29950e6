import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, type LazyExoticComponent, useEffect, useState } from 'react'
import { JobHost } from '#web/features/job/index.tsx'
import { FeedbackDialog } from '#web/features/message/index.tsx'
import { userAtom } from '#web/features/session/index.tsx'
import { useShortcut } from '#web/lib/keys.ts'
import { navigate } from '#web/lib/route.ts'
import { themeAtom, themeChoiceAtom } from '#web/lib/theme.ts'
import { later } from '#web/ui/later.tsx'
import { preloadMenuWindow } from '#web/ui/menu-load.ts'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { aboutOpenAtom, feedbackOpenAtom, shortcutsOpenAtom } from './host-atoms.ts'
import { paletteOpenAtom } from './palette-atoms.ts'

const ShortcutsDialog = later(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)
const AboutDialog = later(async () => (await import('./about-dialog.tsx')).AboutDialog)

const whenIdle = (run: () => void) => {
  const timer = window.setTimeout(run, 1500)
  return () => window.clearTimeout(timer)
}

/**
 * What lies over every screen and stands once: palette, shortcuts, messages, and the keys that work everywhere.
 *
 * @param palette the search over everything, and `loadPalette`, which loads it ahead of time
 */
export function FrameHosts(props: {
  palette: LazyExoticComponent<ComponentType>
  loadPalette: () => Promise<unknown>
}) {
  const { palette: Palette, loadPalette } = props
  const [paletteOpen, openPalette] = useAtom(paletteOpenAtom)
  const [shortcutsOpen, showShortcuts] = useAtom(shortcutsOpenAtom)
  const [aboutOpen, showAbout] = useAtom(aboutOpenAtom)
  const [feedbackOpen, showFeedback] = useAtom(feedbackOpenAtom)
  const [used, setUsed] = useState(false)
  const user = useAtomValue(userAtom)
  const theme = useAtomValue(themeAtom)
  const setTheme = useSetAtom(themeChoiceAtom)
  useShortcut('mod+k', () => openPalette(true), { inFields: true })
  useShortcut('?', () => showShortcuts(true))
  useShortcut('g h', () => navigate('/item/index'), { enabled: Boolean(user) })
  useShortcut('g m', () => navigate('/message/index'), { enabled: Boolean(user) })
  useShortcut('mod+shift+l', () => setTheme(theme === 'dark' ? 'light' : 'dark'), { inFields: true })
  // loaded before they are asked for, so that they open at once
  useEffect(
    () =>
      whenIdle(() => {
        // a server that is away right now is asked again when the palette is
        loadPalette().then(
          () => setUsed(true),
          () => undefined,
        )
        preloadMenuWindow()
      }),
    [loadPalette],
  )
  return (
    <>
      <Toaster />
      <JobHost />
      <OnDemand>{(used || paletteOpen) && <Palette />}</OnDemand>
      <OnDemand>{shortcutsOpen && <ShortcutsDialog onClose={() => showShortcuts(false)} />}</OnDemand>
      <OnDemand>{feedbackOpen && <FeedbackDialog onClose={() => showFeedback(false)} />}</OnDemand>
      <OnDemand>{aboutOpen && <AboutDialog onClose={() => showAbout(false)} />}</OnDemand>
    </>
  )
}
