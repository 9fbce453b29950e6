import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { ApiItemIcon } from '#web/ui/icons.ts'
import { openApiBlockAtom } from './api-block-atoms.ts'

/** Returns the entry of insert menus that creates an API block. */
export function useApiBlockEntry() {
  const { t } = useTranslation('api-page')
  const open = useSetAtom(openApiBlockAtom)
  return {
    id: 'apiBlock',
    label: t('block.entry'),
    icon: <ApiItemIcon />,
    words: ['api', 'curl', 'request', 'openapi', '接口', '请求'],
    run: () => open(),
  }
}
