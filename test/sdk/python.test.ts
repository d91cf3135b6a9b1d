import { behavesAsClient } from './one-file-client.ts'
import { runClient } from './run-client.ts'

const withKey = 'import sys\ntollgate = Tollgate(sys.argv[1], api_key="tgk_k")\n'
const withSecret = 'import sys\ntollgate = Tollgate(sys.argv[1], merchant_id="1", secret="s")\n'

behavesAsClient({
  language: 'Python',
  interpreter: 'python3',
  run: (program, answers, ...args) =>
    runClient(['python3', '-c', `from tollgate import *\n${program}`], answers, {
      args,
      env: { PYTHONPATH: 'sdk/python', PYTHONDONTWRITEBYTECODE: '1' },
    }),
  programs: {
    pay: `${withKey}print(tollgate.call("POST", "/payment", {"order": {}})["paymentId"])`,
    readRefused: `${withKey}try:
  tollgate.call("GET", "/payment/p")
except TollgateError as error:
  print(error.status, error.code, error.request_id)`,
    readWithSecret: `${withSecret}tollgate.call("GET", "/balance")`,
    secretRefused: `${withSecret}try:
  tollgate.call("GET", "/balance")
except TollgateError as error:
  print(error.code)`,
    listEvents: `${withKey}print("".join(row["eventId"] for row in tollgate.items("/events", "events", limit=2)))`,
    verify: `import sys, json
body, headers = sys.argv[2], json.loads(sys.argv[3])
print(verify_webhook(body, headers, ["new", "old"])["paymentId"])
for wrong in [(body + " ", headers, "old"), (body, headers, "new"), (body, {}, "old"), (body, headers, "old", time.time() + 400), (body, {**headers, "webhook-signature": "v1,é"}, "old"), (body, {**headers, "webhook-timestamp": "²"}, "old")]:
  try:
    print("taken", verify_webhook(*wrong))
  except WebhookVerificationError:
    print("refused")`,
  },
})
