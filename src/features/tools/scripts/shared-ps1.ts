/** The functions that the scripts for PowerShell share: they work with Windows PowerShell 5.1 and with PowerShell 7. */
export const sharedPs1 = String.raw`$ErrorActionPreference = 'Stop'
if ($env:DOCSTEAD_URL) { $Url = $env:DOCSTEAD_URL }
if ($env:DOCSTEAD_KEY) { $Key = $env:DOCSTEAD_KEY }
if ($env:DOCSTEAD_TOKEN_FILE) { $Token = [IO.File]::ReadAllText($env:DOCSTEAD_TOKEN_FILE).Trim() }
if ($env:DOCSTEAD_TOKEN) { $Token = $env:DOCSTEAD_TOKEN }
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
$Utf8 = New-Object Text.UTF8Encoding $false

function Stop-Script([string] $Text, [int] $Code) {
  [Console]::Error.WriteLine('docstead: ' + $Text)
  exit $Code
}

# Sends a call of the open API and returns its answer.
function Send-Call([string] $Call, [hashtable] $Fields) {
  $Fields['api_key'] = $Key
  $Fields['api_token'] = $Token
  $Fields['dry_run'] = [int] [bool] $DryRun
  $Body = $Utf8.GetBytes((ConvertTo-Json -InputObject $Fields -Compress))
  $Headers = @{ 'Accept-Language' = (Get-UICulture).Name }
  try {
    $Answer = Invoke-WebRequest -UseBasicParsing -Method Post -Uri ($Url.TrimEnd('/') + '/api/open/' + $Call) -Body $Body -ContentType 'application/json; charset=utf-8' -Headers $Headers -TimeoutSec 300
  } catch {
    Stop-Script ($Url + ': ' + $_.Exception.Message) 1
  }
  $Text = $Utf8.GetString($Answer.RawContentStream.ToArray())
  try { $Result = ConvertFrom-Json -InputObject $Text } catch { Stop-Script ($Url + ' is not a Docstead site. 该地址不是 Docstead 站点。') 1 }
  return $Result
}

if (-not $Url -or -not $Key -or -not $Token) {
  Stop-Script 'set DOCSTEAD_URL, DOCSTEAD_KEY and DOCSTEAD_TOKEN. 请设置这三个环境变量。' 2
}
if ($Project) { [Console]::Error.WriteLine('docstead: ' + $Project) }
`
