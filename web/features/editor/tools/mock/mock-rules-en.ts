/** The rules of mock templates, in English. */
export const mockRulesEn = String.raw`
A template is JSON. Each call makes new values of it. Two things make values: a **rule** behind the name of a field, after a bar, and a **placeholder** in a text, after an \`@\`.

#### Rules behind a name

| Template | Makes |
| --- | --- |
| \`"age\|18-60": 1\` | a whole number from 18 to 60 |
| \`"price\|1-99.2": 1\` | a number with two digits behind the point; \`.1-3\` for one to three |
| \`"id\|+1": 100\` | 100, 101, 102 … over the elements of one answer |
| \`"stars\|1-5": "★"\` | the text once to five times; \`\|3\` exactly three times |
| \`"is_ok\|1": true\` | true or false, evenly; \`\|1-4\` true once in five |
| \`"list\|3": [{ … }]\` | the elements three times over; \`\|2-8\` a number of times by chance |
| \`"role\|1": ["a", "b", "c"]\` | one of the elements |
| \`"day\|+1": ["Mon", "Tue"]\` | the elements in turn |
| \`"user\|2": { … }\` | two of the fields of the object |

#### Placeholders in a text

| Of | Placeholders |
| --- | --- |
| numbers | \`@integer(1, 100)\` \`@natural\` \`@float(0, 10, 1, 2)\` \`@boolean\` \`@increment\` |
| texts | \`@word\` \`@sentence\` \`@paragraph\` \`@title\` \`@string(8)\` · in Chinese \`@cword(3)\` \`@csentence\` \`@cparagraph\` \`@ctitle\` |
| people | \`@name\` \`@first\` \`@last\` · \`@cname\` \`@cfirst\` \`@clast\` |
| times | \`@datetime\` \`@date\` \`@time\` \`@now\`; with a form: \`@date(yyyy/MM/dd)\` |
| addresses | \`@url\` \`@domain\` \`@email\` \`@ip\` \`@image(200x100)\` · \`@province\` \`@city(true)\` \`@county\` \`@zip\` |
| ids | \`@guid\` \`@id\` |
| choice | \`@pick(["a", "b"])\` \`@shuffle([1, 2, 3])\` \`@upper(@first)\` |

A placeholder alone keeps the kind of its value: \`"@integer(1, 9)"\` becomes a number, not a text. \`@name\` of a field beside it repeats the value of that field, \`@/data/id\` one from the top. \`\\@\` is an \`@\` itself; a placeholder that is not known stays as it is.

#### Paths

| Path | Answers at |
| --- | --- |
| \`/users\` | just this path |
| \`/users/{id}\` or \`/users/*/orders\` | any word in that place |
| \`/files/*\` | everything below |
| \`~^/v[12]/users\` | paths that hold the regular expression |

The address answers every method, to everybody who knows it, without signing in: put nothing secret into a template.
`
  .replaceAll('\\`', '`')
  .replaceAll('\\\\', '\\')
