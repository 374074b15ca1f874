cask "{ID}" do
  version "{VERSION}"

  on_arm do
    sha256 "{SHA256:{ID}-{VERSION}-darwin-arm64{MARK}.zip}"
    url "{DOWNLOADS}/{ID}-{VERSION}-darwin-arm64{MARK}.zip"
  end
  on_intel do
    sha256 "{SHA256:{ID}-{VERSION}-darwin-x64{MARK}.zip}"
    url "{DOWNLOADS}/{ID}-{VERSION}-darwin-x64{MARK}.zip"
  end

  name "{NAME}"
  desc "{SUMMARY}"
  homepage "{HOMEPAGE}"

  app "{NAME}.app"

  zap trash: [
    "~/Library/Application Support/{NAME}",
    "~/Library/Preferences/{APPLICATION_ID}.plist",
    "~/Library/Saved Application State/{APPLICATION_ID}.savedState",
  ]
end
