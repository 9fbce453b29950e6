/** The languages of the example. */
export const exampleLanguages = ['shell', 'js', 'php'] as const
/** A language of the example. */
export type ExampleLanguage = (typeof exampleLanguages)[number]

/**
 * Returns a small program that creates a sign-in link. The key is a placeholder, so that it is not copied into a chat.
 */
export function buildExample(language: ExampleLanguage, site: string): string {
  const path = `${site}/api/ExtLogin/bySecretKey`
  const samples: Record<ExampleLanguage, string> = {
    shell: `username=ann; time=$(date +%s)
token=$(printf '%s' "$username$KEY$time" | md5sum | cut -d' ' -f1)
echo "${path}?username=$username&time=$time&token=$token&redirect=/item/index"`,
    js: `import { createHash } from 'node:crypto'

const username = 'ann'
const time = Math.floor(Date.now() / 1000)
const token = createHash('md5').update(username + process.env.KEY + time).digest('hex')
const query = new URLSearchParams({ username, time, token, redirect: '/item/index' })
console.log(\`${path}?\${query}\`)`,
    php: `<?php
$username = 'ann';
$time = time();
$token = md5($username . getenv('KEY') . $time);
$query = http_build_query(compact('username', 'time', 'token') + ['redirect' => '/item/index']);
echo "${path}?$query";`,
  }
  return samples[language]
}
