{
  description = "hlslc: a compiler from HLSL to DXIL and SPIR-V";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  inputs.hlslc = {
    url = "github:hlslc/hlslc/v@VERSION@";
    flake = false;
  };

  outputs =
    { nixpkgs, hlslc, ... }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "hlslc";
          version = "@VERSION@";
          src = hlslc;
          cargoLock.lockFile = "${hlslc}/Cargo.lock";
          cargoBuildFlags = [ "--package" "hlslc" ];
          # The tests compare with DXC, which they fetch.
          doCheck = false;
          doInstallCheck = true;
          installCheckPhase = ''
            echo 'float4 main() : SV_Target { return 1; }' > a.hlsl
            $out/bin/hlslc a.hlsl -T ps_6_0 -Fo a.dxo
          '';
          meta = {
            description = "Compiler from HLSL to DXIL and SPIR-V";
            homepage = "https://github.com/hlslc/hlslc";
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "hlslc";
          };
        };
      });
    };
}
