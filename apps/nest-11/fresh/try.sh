node -e '
const fs=require("fs");const p=JSON.parse(fs.readFileSync("package.json"));
p.jest.transform={"^.+\\.(t|j)s$":["ts-jest",{tsconfig:"tsconfig.spec.json"}]};
p.jest.transformIgnorePatterns=[process.argv[1]];
fs.writeFileSync("package.json",JSON.stringify(p,null,2));
fs.writeFileSync("tsconfig.spec.json",process.argv[2]);' "$1" "$2"
node ../node_modules/jest/bin/jest.js 2>&1 | head -${3:-30}
