import { useSetAtom } from 'jotai'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { signInPath, useLocation, useSearch } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InfoIcon, MoreIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { aboutOpenAtom } from './global-dialog-atoms.ts'
import { LanguageMenu, useLanguageEntry } from './language-menu.tsx'
import { ThemeMenu, useThemeEntry } from './theme-menu.tsx'

/**
 * The right side of the header for visitors: theme, language, about and sign-in. On phones all but sign-in are in one
 * menu. The host of a docs site has neither about nor sign-in: it is for readers.
 */
export function VisitorControls() {
  const { t } = useTranslation('layout')
  const layout = useLayout()
  const showAbout = useSetAtom(aboutOpenAtom)
  const theme = useThemeEntry()
  const language = useLanguageEntry()
  useLocation() // re-renders at each URL, to which sign-in redirects back
  useSearch()
  return (
    <>
      {layout === 'phone' ? (
        <Menu
          align="end"
          trigger={
            <IconButton label={t('more')}>
              <MoreIcon />
            </IconButton>
          }
          entries={[
            theme,
            { kind: 'separator', id: 'language' },
            language,
            ...(boot.docs_site
              ? []
              : [
                  { kind: 'separator' as const, id: 'about' },
                  { id: 'show-about', label: t('about'), icon: <InfoIcon />, onSelect: () => showAbout(true) },
                ]),
          ]}
        />
      ) : (
        <>
          <ThemeMenu />
          <LanguageMenu />
          {!boot.docs_site && (
            <IconButton label={t('about')} onClick={() => showAbout(true)}>
              <InfoIcon />
            </IconButton>
          )}
        </>
      )}
      {!boot.docs_site && (
        <ButtonLink to={signInPath()} size="s">
          {t('signIn')}
        </ButtonLink>
      )}
    </>
  )
}
