import type { Lang } from '#web/lib/i18n.ts'

/** Returns an initial template, which shows rules and placeholders; its names of people fit the language. */
export const exampleTemplate = (lang: Lang): string =>
  JSON.stringify(
    {
      error_code: 0,
      data: {
        'total|20-90': 1,
        'list|3': [
          {
            'id|+1': 1001,
            name: lang === 'zh' ? '@cname' : '@name',
            email: '@email',
            'score|60-99.1': 1,
            'is_active|1': true,
            'role|1': ['owner', 'editor', 'reader'],
            created_at: '@datetime',
          },
        ],
      },
    },
    null,
    2,
  )
