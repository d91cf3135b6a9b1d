import { behavesAsClient } from './one-file-client.ts'
import { runClient } from './run-client.ts'

const withKey = "$tollgate = new Tollgate($argv[1], apiKey: 'tgk_k');\n"
const withSecret = "$tollgate = new Tollgate($argv[1], merchantId: '1', secret: 's');\n"

behavesAsClient({
  language: 'PHP',
  interpreter: 'php',
  run: (program, answers, ...args) =>
    runClient(['php', '-r', `require 'sdk/php/Tollgate.php';\n${program}`, '--'], answers, {
      args,
    }),
  programs: {
    pay: `${withKey}echo $tollgate->call('POST', '/payment', ['order' => []])['paymentId'];`,
    readRefused: `${withKey}try { $tollgate->call('GET', '/payment/p'); }
catch (TollgateError $e) { echo "$e->status $e->problem $e->requestId"; }`,
    readWithSecret: `${withSecret}$tollgate->call('GET', '/balance');`,
    secretRefused: `${withSecret}try { $tollgate->call('GET', '/balance'); }
catch (TollgateError $e) { echo $e->problem; }`,
    listEvents: `${withKey}foreach ($tollgate->items('/events', 'events', ['limit' => 2]) as $row) echo $row['eventId'];`,
    verify: `[, , $body, $json] = $argv; $headers = json_decode($json, true);
echo Tollgate::verifyWebhook($body, $headers, ['new', 'old'])['paymentId'], PHP_EOL;
foreach ([[$body . ' ', $headers, 'old'], [$body, $headers, 'new'], [$body, [], 'old'], [$body, $headers, 'old', time() + 400], [$body, ['webhook-signature' => 'v1,é'] + $headers, 'old'], [$body, ['webhook-timestamp' => '²'] + $headers, 'old']] as $wrong) {
  try { Tollgate::verifyWebhook(...$wrong); echo 'taken', PHP_EOL; }
  catch (WebhookVerificationError) { echo 'refused', PHP_EOL; }
}`,
  },
})
