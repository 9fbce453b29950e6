import { useAtom } from 'jotai'
import { useState } from 'react'
import { type EditorMode, editorModeAtom, wideTextAtom } from '#web/features/account/preferences/index.tsx'
import { type Lang, langNames, setLang, useTranslation } from '#web/lib/i18n.ts'
import { setSingleKeys, singleKeysOn } from '#web/lib/shortcuts.ts'
import { type ThemeChoice, themeChoiceAtom } from '#web/lib/theme.ts'
import { DarkThemeIcon, LightThemeIcon, SystemThemeIcon } from '#web/ui/icons.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Switch } from '#web/ui/switch.tsx'

const themes = [
  { value: 'system', icon: <SystemThemeIcon /> },
  { value: 'light', icon: <LightThemeIcon /> },
  { value: 'dark', icon: <DarkThemeIcon /> },
] as const

/** Theme, language, editor, width and keys. Each setting takes effect at once, in this browser. */
export function PreferencesPanel() {
  const { t, i18n } = useTranslation('account')
  const [theme, setTheme] = useAtom(themeChoiceAtom)
  const [single, setSingle] = useState(singleKeysOn)
  const [isWide, setWide] = useAtom(wideTextAtom)
  const [mode, setMode] = useAtom(editorModeAtom)
  const changeSingle = (on: boolean) => {
    setSingle(on)
    setSingleKeys(on)
  }
  return (
    <>
      <RadioCards<ThemeChoice>
        label={t('preferences.theme')}
        value={theme}
        onValue={setTheme}
        options={themes.map(({ value, icon }) => ({ value, icon, label: t(`preferences.${value}`) }))}
      />
      <RadioGroup<Lang>
        label={t('preferences.language')}
        value={i18n.language === 'zh' ? 'zh' : 'en'}
        onValue={(lang) => void setLang(lang)}
        options={(['zh', 'en'] as const).map((value) => ({
          value,
          label: <span lang={value}>{langNames[value]}</span>,
        }))}
      />
      <RadioGroup<EditorMode>
        label={t('preferences.editor')}
        value={mode}
        onValue={setMode}
        options={[
          { value: 'split', label: t('preferences.split') },
          { value: 'source', label: t('preferences.source') },
          { value: 'visual', label: t('preferences.visual') },
        ]}
      />
      <Switch label={t('preferences.wide')} help={t('preferences.wideHelp')} checked={isWide} onChecked={setWide} />
      <Switch
        label={t('preferences.singleKeys')}
        help={t('preferences.singleKeysHelp')}
        checked={single}
        onChecked={changeSingle}
      />
    </>
  )
}
