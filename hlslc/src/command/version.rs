//! Writes what this build is as JSON: `hlslc --version --json`.
//!
//! Input: the tables of the compiler. Output: data by the schema `docs/schemas/version.json`, which names the version of every other schema.

use hlslc::{ShaderModel, ValidatorVersion};
use hlslc_base::target::MODELS;
use hlslc_options_spirv::SpirvEnv;
use serde_json::json;

use crate::serving;

/// A schema of `docs/schemas`.
struct Schema {
    /// Its file, without the ending.
    name: &'static str,
    /// Its version, which grows when a member changes its meaning or goes.
    version: u32,
    /// What writes it.
    of: &'static str,
}

/// All of them, by their names.
const SCHEMAS: [Schema; 9] = [
    Schema { name: "diagnostic", version: 1, of: "-fdiagnostics-format=json" },
    Schema { name: "diff", version: 1, of: "hlslc dxil diff --json" },
    Schema { name: "provenance", version: hlslc::provenance::VERSION, of: "--emit=provenance" },
    Schema { name: "reflection", version: hlslc::SCHEMA, of: "hlslc reflect --json, --reflect-json" },
    Schema { name: "report", version: 1, of: "hlslc report --json" },
    Schema { name: "serve", version: serving::VERSION as u32, of: "hlslc serve" },
    Schema { name: "validation", version: 1, of: "-validate -fdiagnostics-format=json" },
    Schema { name: "variants", version: hlslc_variants::manifest::VERSION, of: "hlslc variants" },
    Schema { name: "version", version: 1, of: "hlslc --version --json" },
];

/// The features of the crate that this build has, as the build script found them.
const FEATURES: &str = env!("HLSLC_FEATURES");

/// The text.
pub fn json() -> String {
    let models = (MODELS.start().minor..=MODELS.end().minor).map(|minor| ShaderModel::new(6, minor).to_string());
    let validators = ValidatorVersion::FIRST.0.minor..=ValidatorVersion::LATEST.0.minor;
    let validators = validators.map(|minor| ValidatorVersion::minor(minor).to_string());
    let environment = SpirvEnv::default();
    let default = SpirvEnv::ALL.iter().find(|row| row.0 == environment).map(|row| row.1);
    let schemas: Vec<_> =
        SCHEMAS.iter().map(|row| json!({ "name": row.name, "version": row.version, "of": row.of })).collect();
    let said = json!({
        "schema": 1,
        "version": env!("CARGO_PKG_VERSION"),
        "commit": option_env!("HLSLC_COMMIT"),
        "targets": {
            "dxil": {
                "shader_models": models.collect::<Vec<_>>(),
                "validators": validators.collect::<Vec<_>>(),
                "default_validator": ValidatorVersion::DEFAULT.to_string(),
            },
            "spirv": { "environments": SpirvEnv::ALL.map(|row| row.1), "default_environment": default },
        },
        "features": FEATURES.split(',').collect::<Vec<_>>(),
        "schemas": schemas,
    });
    format!("{said:#}\n")
}
